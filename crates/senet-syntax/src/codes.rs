//! The codes of mistakes in the text as text. The checker has its own, in `senet-program`.

use crate::diagnostic::Code;
use crate::directive::IN_WORDS;

/// Every code of this crate, in order.
pub const ALL: &[&Code] = &[
    &UNKNOWN_CHARACTER,
    &NO_DOT,
    &UNEXPECTED,
    &UNCLOSED,
    &TOO_DEEP,
    &BAD_NUMBER,
    &BAD_DIRECTIVE,
    &UNKNOWN_DIRECTIVE,
    &TOO_LONG,
    &BAD_RULE,
    &NOT_AN_ATOM,
    &NOT_A_TERM,
    &MORE_ERRORS,
];

/// A character that the language does not use.
pub static UNKNOWN_CHARACTER: Code = Code {
    id: "E0001",
    title: "a character that means nothing here",
    story: "Programs are made of names, numbers, `. .. : , = _ ! $ * + ^ | -o o- <- -> == <> < <= > \
            >= ( ) { }`, \
            directives such as `#trace`, texts in quotes, and comments that begin with `%`. \
            Anything else is reported and then ignored.",
    bad: "p : pred; q : pred.",
    good: "p : pred. q : pred.",
};

/// An item without its final dot.
pub static NO_DOT: Code = Code {
    id: "E0002",
    title: "an item without its final dot",
    story: "Declarations, rules and directives end with a dot. After the `}` of a stage or a \
            context the dot may be left out, nowhere else.",
    bad: "p : pred\nq : pred.",
    good: "p : pred.\nq : pred.",
};

/// Something that does not fit where it stands.
pub static UNEXPECTED: Code = Code {
    id: "E0003",
    title: "something unexpected",
    story: "The text cannot be read at this point. The rest of the item is skipped and reading \
            goes on with the next one, so later reports are about other mistakes.",
    bad: "p : pred. q : pred.\nstage s = { r : p, q -o p. }",
    good: "p : pred. q : pred.\nstage s = { r : p * q -o p. }",
};

/// A bracket or quote without its partner.
pub static UNCLOSED: Code = Code {
    id: "E0004",
    title: "an opening bracket or quote without its partner",
    story: "Each `(`, `{` and `\"` needs its `)`, `}` or `\"`. A text in quotes ends on the line \
            where it begins.",
    bad: "nat : type. z : nat. s nat : nat. c nat : pred.\nstage s1 = { r : c (s X -o c X. }",
    good: "nat : type. z : nat. s nat : nat. c nat : pred.\nstage s1 = { r : c (s X) -o c X. }",
};

/// Brackets inside brackets, too many times.
pub static TOO_DEEP: Code = Code {
    id: "E0005",
    title: "too many levels of nesting",
    story: "Parentheses may nest two hundred deep. Large numbers of a Peano type can be written \
            as digits, which nest not at all.",
    bad: "(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
          (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
          ((((((((((((((((((((((((((((((((((((((((((((((((",
    good: "nat : type. z : nat. s nat : nat. c nat : pred.\ncontext start = { c 500 }.",
};

/// A number that is none, or too large.
pub static BAD_NUMBER: Code = Code {
    id: "E0006",
    title: "not a number",
    story: "Numbers are digits only and at most 18446744073709551615. Names cannot begin with a \
            digit.",
    bad: "3d : type.",
    good: "d3 : type.",
};

/// A directive that is written in the wrong way.
pub static BAD_DIRECTIVE: Code = Code {
    id: "E0007",
    title: "a directive with the wrong arguments",
    story: "Each directive has one form. `#trace LIMIT STAGE CONTEXT.` takes a number or `_`, the \
            name of a stage, and a context by name or as `{…}`; `#interactive STAGE.` takes the \
            name of a stage; texts, as in `#title \"Nim\".`, stand in quotes.",
    bad: "stage s = {}\n#trace s {}.",
    good: "stage s = {}\n#trace _ s {}.",
};

/// A directive that does not exist.
pub static UNKNOWN_DIRECTIVE: Code = Code {
    id: "E0008",
    title: "an unknown directive",
    story: IN_WORDS,
    bad: "stage s = {}\n#intractive s.",
    good: "stage s = {}\n#interactive s.",
};

/// A text that is too long to read.
pub static TOO_LONG: Code = Code {
    id: "E0009",
    title: "a text that is too long",
    story: "A program is at most 16 MiB of text. Nobody reads more than that; what is generated \
            in such amounts is better made in Rust.",
    bad: "",
    good: "",
};

/// Arrows in a combination that is no rule.
pub static BAD_RULE: Code = Code {
    id: "E0010",
    title: "a rule with the wrong shape",
    story: "A rule is `name : A -o B.` (or `B o- A`); a backward rule is `name : head <- goal <- \
            goal.` (or `goal -> goal -> head`). The name may be left out, the two kinds of arrow \
            do not mix, and `-o` stands once.",
    bad: "a : pred. b : pred. c : pred.\nstage s = { r : a -o b -o c. }",
    good: "a : pred. b : pred. c : pred.\nstage s = { r : a -o b * c. }",
};

/// Something that is no atom, where one belongs.
pub static NOT_AN_ATOM: Code = Code {
    id: "E0011",
    title: "not an atom",
    story: "An atom is a predicate's name and its arguments: `on a b`. Numbers, variables and \
            texts are no atoms by themselves; `!` and `$` stand before atoms, not inside terms.",
    bad: "p : pred.\nstage s = { r : p * 3 -o p. }",
    good: "p : pred.\nstage s = { r : p * p -o p. }",
};

/// Something that is no term, where one belongs.
pub static NOT_A_TERM: Code = Code {
    id: "E0012",
    title: "not a term",
    story: "An argument is a constant, a variable, `_`, a number, or a constructor with its \
            arguments in parentheses: `c (s (s N))`. Sums stand in parentheses too: `c (N + 1)`.",
    bad: "t : type. a : t. b : t. p t : pred.\nstage s = { r : p (!a) -o p a. }",
    good: "t : type. a : t. b : t. p t : pred.\nstage s = { r : p a * p b -o p a. }",
};

/// More errors than are written down.
pub static MORE_ERRORS: Code = Code {
    id: "E0013",
    title: "more errors than are written down",
    story: "Reports stop after 20000; the rest is only counted. Whatever has so many mistakes is \
            probably no program at all, or has one that repeats.",
    bad: "",
    good: "",
};

/// More warnings than are written down.
pub static MORE_WARNINGS: Code = Code {
    id: "W0012",
    title: "more warnings than are written down",
    story: "Reports stop after 20000; the rest is only counted.",
    bad: "",
    good: "",
};
