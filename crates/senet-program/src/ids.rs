//! Dense ids: each is an index into one vector of a [`Program`](crate::Program).

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// From an index.
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("a text of 16 MiB has fewer than 2^32 of anything"))
            }
        }
    };
}

id!(
    /// A type.
    TypeId
);
id!(
    /// A constructor or constant.
    ConId
);
id!(
    /// A predicate.
    PredId
);
id!(
    /// A stage.
    StageId
);
id!(
    /// A rule of a stage, or a link between stages.
    RuleId
);
id!(
    /// A variable of one rule.
    VarId
);
