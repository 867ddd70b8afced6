//! Declarations as authors write them, and what becomes of them. The games of the catalogue that are
//! declared are tested there.
