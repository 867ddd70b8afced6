//! What a user types and sees. Each file in `sessions/` is a session; `TRYCMD=overwrite cargo test -p
//! senet-cli sessions` writes down what is printed now, for you to read before you keep it.

#[test]
fn sessions() {
    trycmd::TestCases::new().env("NO_COLOR", "1").case("tests/sessions/*.trycmd");
}
