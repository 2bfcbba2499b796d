//! The contender serde_json with derived readers and writers: the function table of `foreign.h`.

use std::ffi::{c_char, c_int, c_void};

use serde::{de::DeserializeOwned, Serialize};

/// Declares a struct that serde reads and writes, and that `Sums` can sum up.
macro_rules! model {
    ($(#[$container:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Serialize, Deserialize)]
        $(#[$container])*
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl Sum for $name {
            fn sum(&self, sums: &mut Sums) {
                $(self.$field.sum(sums);)*
            }
        }
    };
}

mod canada;
mod citm;
mod small;
mod streams;
mod sums;
mod twitter;

use streams::Stream;
use sums::{Sum, Sums};

/// Chooses the Rust type of a model by the model's number in `foreign.h`.
macro_rules! with_model {
    ($model:expr, $type:ident => $body:expr) => {
        match $model {
            0 => { type $type = twitter::SearchResult; $body }
            1 => { type $type = citm::Catalog; $body }
            2 => { type $type = canada::FeatureCollection; $body }
            3 => { type $type = small::Account; $body }
            4 => { type $type = twitter::Status; $body }
            5 => { type $type = small::Headline; $body }
            _ => { type $type = serde_json::Value; $body }
        }
    };
}

/// The same as `struct foreign_walk`.
#[repr(C)]
pub struct Walk {
    values: u64,
    integers: u64,
    bytes: u64,
    trues: u64,
    doubles: f64,
}

impl Walk {
    fn add(&mut self, value: &serde_json::Value) {
        use serde_json::Value;
        self.values += 1;
        match value {
            Value::Null => (),
            Value::Bool(value) => self.trues += *value as u64,
            Value::String(value) => self.bytes += value.len() as u64,
            Value::Array(values) => values.iter().for_each(|value| self.add(value)),
            Value::Object(members) => members.iter().for_each(|(key, value)| {
                self.bytes += key.len() as u64;
                self.add(value)
            }),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(value), _) => self.integers = self.integers.wrapping_add(value as u64),
                (_, Some(value)) => self.integers = self.integers.wrapping_add(value),
                _ => self.doubles += number.as_f64().unwrap_or(0.0),
            },
        }
    }
}

unsafe extern "C" fn walk(_: *mut c_void, text: *const u8, count: usize, sum: *mut Walk) -> bool {
    match serde_json::from_slice::<serde_json::Value>(std::slice::from_raw_parts(text, count)) {
        Ok(value) => {
            (*sum).add(&value);
            true
        }
        Err(_) => false,
    }
}

/// The same as `struct foreign_table`.
#[repr(C)]
pub struct Table {
    version: *const c_char,
    padding: usize,
    start: extern "C" fn() -> *mut c_void,
    stop: extern "C" fn(*mut c_void),
    read: unsafe extern "C" fn(*mut c_void, c_int, *const u8, usize) -> *mut c_void,
    release: unsafe extern "C" fn(c_int, *mut c_void),
    sum: unsafe extern "C" fn(c_int, *const c_void, *mut Sums),
    repeat: unsafe extern "C" fn(*mut c_void, c_int, *const u8, usize, usize) -> bool,
    write: unsafe extern "C" fn(c_int, *const c_void, *mut usize, *mut usize) -> *mut u8,
    release_text: unsafe extern "C" fn(*mut u8, usize),
    lines: unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *mut Stream) -> bool,
    array: unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *mut Stream) -> bool,
    walk: unsafe extern "C" fn(*mut c_void, *const u8, usize, *mut Walk) -> bool,
}

// Threads may share a `Table`: its only pointer to data is the version's text, which is a constant.
unsafe impl Sync for Table {}

/// Returns a pointer that is never read: serde_json keeps nothing between texts, so it needs no reader. NULL would be a failure.
extern "C" fn start() -> *mut c_void { std::ptr::NonNull::<u8>::dangling().as_ptr().cast() }

extern "C" fn stop(_: *mut c_void) {}

fn boxed<T: DeserializeOwned>(text: &[u8]) -> *mut c_void {
    match serde_json::from_slice::<T>(text) {
        Ok(value) => Box::into_raw(Box::new(value)).cast(),
        Err(_) => std::ptr::null_mut(),
    }
}

fn written<T: Serialize>(value: &T) -> Option<Vec<u8>> { serde_json::to_vec(value).ok() }

unsafe extern "C" fn read(_: *mut c_void, model: c_int, text: *const u8, count: usize) -> *mut c_void {
    let text = std::slice::from_raw_parts(text, count);
    with_model!(model, T => boxed::<T>(text))
}

unsafe extern "C" fn release(model: c_int, value: *mut c_void) {
    with_model!(model, T => drop(Box::from_raw(value.cast::<T>())))
}

unsafe extern "C" fn sum(model: c_int, value: *const c_void, sums: *mut Sums) {
    with_model!(model, T => (*value.cast::<T>()).sum(&mut *sums))
}

unsafe extern "C" fn repeat(_: *mut c_void, model: c_int, text: *const u8, count: usize, times: usize) -> bool {
    let text = std::slice::from_raw_parts(text, count);
    with_model!(model, T => (0..times).all(|_| std::hint::black_box(serde_json::from_slice::<T>(text)).is_ok()))
}

unsafe extern "C" fn write(model: c_int, value: *const c_void, count: *mut usize, capacity: *mut usize) -> *mut u8 {
    match with_model!(model, T => written(&*value.cast::<T>())) {
        Some(text) => {
            let mut text = std::mem::ManuallyDrop::new(text);
            *count = text.len();
            *capacity = text.capacity();
            text.as_mut_ptr()
        }
        None => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn release_text(text: *mut u8, capacity: usize) {
    drop(Vec::from_raw_parts(text, 0, capacity));
}

unsafe extern "C" fn lines(_: *mut c_void, model: c_int, path: *const c_char, stream: *mut Stream) -> bool {
    match model {
        4 => streams::lines::<twitter::Status>(path, &mut *stream),
        _ => streams::lines::<small::Headline>(path, &mut *stream),
    }
}

unsafe extern "C" fn array(_: *mut c_void, model: c_int, path: *const c_char, stream: *mut Stream) -> bool {
    match model {
        4 => streams::array::<twitter::Status>(path, &mut *stream),
        _ => streams::array::<small::Headline>(path, &mut *stream),
    }
}

static TABLE: Table = Table {
    version: concat!(env!("YOKE_SERDE_VERSION"), " opt-level 3, lto fat", "\0").as_ptr().cast(),
    padding: 0,
    start,
    stop,
    read,
    release,
    sum,
    repeat,
    write,
    release_text,
    lines,
    array,
    walk,
};

#[no_mangle]
pub extern "C" fn foreign_serde() -> *const Table { &TABLE }
