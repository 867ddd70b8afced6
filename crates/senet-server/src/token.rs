//! Secrets: seat tokens and names of matches.

use sha2::{Digest, Sha256};

/// A seat token as it is stored.
pub(crate) type TokenHash = [u8; 32];

/// So many random bytes as hexadecimal digits.
fn random_hex<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// A new secret of 128 bits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    random_hex::<16>()
}

/// A new name for a match: 64 bits, so that matches are not found by trying.
pub(crate) fn new_id() -> Result<String, getrandom::Error> {
    random_hex::<8>()
}

/// A random seed.
pub(crate) fn new_seed() -> Result<u64, getrandom::Error> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes)?;
    // 53 bits, which JavaScript can hold too.
    Ok(u64::from_le_bytes(bytes) >> 11)
}

/// What is stored of a token. Comparing hashes tells nobody by its time how much of a token is right.
pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{hash, new_token};

    #[test]
    fn tokens_differ_and_hashes_are_stable() {
        let (a, b) = (new_token().unwrap(), new_token().unwrap());
        assert_eq!(a.len(), 32);
        assert_ne!(a, b);
        assert_eq!(hash(&a), hash(&a));
        assert_ne!(hash(&a), hash(&b));
    }
}
