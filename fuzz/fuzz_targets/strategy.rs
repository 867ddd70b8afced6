//! Any bytes, as a strategy: what can be read is printed and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(strategy) = text.parse::<senet_solve::Strategy>() {
        let again = strategy.to_string().parse::<senet_solve::Strategy>();
        assert_eq!(again.as_ref(), Ok(&strategy), "printed strategies can be read");
    }
});
