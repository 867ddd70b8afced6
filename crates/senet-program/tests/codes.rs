//! Every code keeps its promise: its bad example is reported under that code, its good one
//! is not, and has no errors.

use senet_program::{Options, all_codes, check};

#[test]
fn codes_are_unique_and_in_order() {
    let ids: Vec<&str> = all_codes().map(|c| c.id).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(ids, sorted, "codes are listed in order, and no code is used twice");
}

#[test]
fn examples_of_codes_show_what_they_say() {
    let mut wrong = Vec::new();
    for code in all_codes().filter(|c| !c.bad.is_empty()) {
        let ids = |text: &str| -> Vec<&str> {
            check(text, &Options::default()).diagnostics.iter().map(|d| d.code.0.id).collect()
        };
        let (bad, good) = (ids(code.bad), ids(code.good));
        if !bad.contains(&code.id) {
            wrong.push(format!("the bad example of {} gives {bad:?}", code.id));
        }
        if good.iter().any(|id| *id == code.id || id.starts_with('E')) {
            wrong.push(format!("the good example of {} gives {good:?}", code.id));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
