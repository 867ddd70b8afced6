//! Messages as JSON and back.
//!
//! serde's code is generic in the format: each crate that calls it with a type of the protocol compiles
//! the readers and writers of the whole protocol again, which took longer than all else in the server
//! and in each test program. These functions are compiled once, here.

use super::{Answer, Message, NewMatch, Request, WriteAnswer};
use serde::{Serialize, de::DeserializeOwned};

/// A text is not a message of the protocol.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct WireError(#[from] serde_json::Error);

fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("types of the protocol are plain data with texts as keys")
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, WireError> {
    Ok(serde_json::from_str(text)?)
}

/// Both directions for types of the protocol.
macro_rules! wire {
    ($($type:ty),*) => {$(
        impl $type {
            /// As JSON.
            #[must_use]
            pub fn to_json(&self) -> String {
                to_json(self)
            }

            /// From JSON.
            ///
            /// # Errors
            /// If the text is something else, with the place and the reason.
            pub fn from_json(text: &str) -> Result<Self, WireError> {
                from_json(text)
            }
        }
    )*};
}

wire!(Request, Message, Answer, WriteAnswer, NewMatch);
