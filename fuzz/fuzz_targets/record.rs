//! Any bytes, as the record of a match: what can be read is printed and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = text.parse::<senet_match::Record>() {
        let printed = record.to_string();
        let again = printed.parse::<senet_match::Record>().expect("printed records can be read");
        assert_eq!(again.to_string(), printed, "printing again prints the same");
    }
});
