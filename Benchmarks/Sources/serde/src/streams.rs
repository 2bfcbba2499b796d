//! Reads files of tweets, with one element in memory at a time.

use std::ffi::{c_char, CStr, OsStr};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::marker::PhantomData;
use std::os::unix::ffi::OsStrExt;

use serde::de::{DeserializeOwned, Deserializer, SeqAccess, Visitor};

use crate::{small::Headline, twitter::Status};

/// The same as `struct foreign_stream`.
#[repr(C)]
pub struct Stream {
    elements: u64,
    ids: u64,
}

pub trait Tweet: DeserializeOwned {
    fn id(&self) -> u64;
}

impl Tweet for Status {
    fn id(&self) -> u64 { self.id }
}

impl Tweet for Headline {
    fn id(&self) -> u64 { self.id }
}

impl Stream {
    fn count(&mut self, tweet: &impl Tweet) {
        self.elements += 1;
        self.ids = self.ids.wrapping_add(tweet.id());
    }
}

unsafe fn open(path: *const c_char) -> Option<BufReader<File>> {
    let file = File::open(OsStr::from_bytes(CStr::from_ptr(path).to_bytes())).ok()?;
    Some(BufReader::with_capacity(1 << 20, file))
}

/// Reads line by line, which is serde_json's fastest way: `from_reader` reads byte by byte.
pub unsafe fn lines<T: Tweet>(path: *const c_char, stream: &mut Stream) -> bool {
    let Some(mut file) = open(path) else { return false };
    let mut line = Vec::new();
    loop {
        line.clear();
        match file.read_until(b'\n', &mut line) {
            Ok(0) => return true,
            Ok(_) => match serde_json::from_slice::<T>(&line) {
                Ok(tweet) => stream.count(&tweet),
                Err(_) => return false,
            },
            Err(_) => return false,
        }
    }
}

/// Counts the elements of an array while they are read.
struct Elements<'a, T>(&'a mut Stream, PhantomData<T>);

impl<'de, T: Tweet> Visitor<'de> for Elements<'_, T> {
    type Value = ();

    fn expecting(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result { to.write_str("an array of tweets") }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(tweet) = elements.next_element::<T>()? {
            self.0.count(&tweet);
        }
        Ok(())
    }
}

pub unsafe fn array<T: Tweet>(path: *const c_char, stream: &mut Stream) -> bool {
    let Some(file) = open(path) else { return false };
    let mut reader = serde_json::Deserializer::from_reader(file);
    (&mut reader).deserialize_seq(Elements::<T>(stream, PhantomData)).is_ok() && reader.end().is_ok()
}
