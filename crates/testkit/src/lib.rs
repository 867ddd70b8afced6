//! (founded)
