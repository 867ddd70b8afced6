//! The workbench as a page uses it: matches and jobs, texts that are being written, long questions.
//! One test program, because each links the whole workbench.

mod workbench {
    mod both_ways;
    mod desk;
    mod scenarios;
    mod study;
}
