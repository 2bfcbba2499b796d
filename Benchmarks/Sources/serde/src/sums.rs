//! Sums over all scalars of a value, to compare with the sums of other contenders.

use std::collections::HashMap;

use serde_json::Value;

/// The same as `struct foreign_sum`.
#[repr(C)]
#[derive(Default)]
pub struct Sums {
    strings: u64,
    text: u64,
    integers: u64,
    total: u64,
    doubles: u64,
    bits: u64,
    booleans: u64,
    trues: u64,
    nothing: u64,
    elements: u64,
    members: u64,
}

pub trait Sum {
    fn sum(&self, sums: &mut Sums);
}

impl Sum for String {
    fn sum(&self, sums: &mut Sums) {
        let fnv = |hash: u64, byte: u8| (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3);
        sums.strings += 1;
        sums.text = sums.text.wrapping_add(self.bytes().fold(0xcbf2_9ce4_8422_2325, fnv));
    }
}

impl Sum for u64 {
    fn sum(&self, sums: &mut Sums) {
        sums.integers += 1;
        sums.total = sums.total.wrapping_add(*self);
    }
}

impl Sum for i64 {
    fn sum(&self, sums: &mut Sums) {
        (*self as u64).sum(sums);
    }
}

impl Sum for f64 {
    fn sum(&self, sums: &mut Sums) {
        sums.doubles += 1;
        sums.bits = sums.bits.wrapping_add(self.to_bits());
    }
}

impl Sum for bool {
    fn sum(&self, sums: &mut Sums) {
        sums.booleans += 1;
        sums.trues += *self as u64;
    }
}

impl<T: Sum> Sum for Option<T> {
    fn sum(&self, sums: &mut Sums) {
        match self {
            Some(value) => value.sum(sums),
            None => sums.nothing += 1,
        }
    }
}

impl<T: Sum> Sum for Box<T> {
    fn sum(&self, sums: &mut Sums) {
        (**self).sum(sums);
    }
}

impl<T: Sum> Sum for Vec<T> {
    fn sum(&self, sums: &mut Sums) {
        sums.elements += self.len() as u64;
        self.iter().for_each(|element| element.sum(sums));
    }
}

impl<T: Sum> Sum for HashMap<String, T> {
    fn sum(&self, sums: &mut Sums) {
        sums.members += self.len() as u64;
        for (key, value) in self {
            key.sum(sums);
            value.sum(sums);
        }
    }
}

/// Sums up a document: numbers count as doubles, and keys count as strings.
impl Sum for Value {
    fn sum(&self, sums: &mut Sums) {
        match self {
            Value::Null => sums.nothing += 1,
            Value::Bool(value) => value.sum(sums),
            Value::Number(value) => value.as_f64().unwrap_or(f64::NAN).sum(sums),
            Value::String(value) => value.sum(sums),
            Value::Array(value) => value.sum(sums),
            Value::Object(value) => {
                sums.members += value.len() as u64;
                for (key, value) in value {
                    key.sum(sums);
                    value.sum(sums);
                }
            }
        }
    }
}
