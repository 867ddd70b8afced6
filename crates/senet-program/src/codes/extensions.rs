//! The codes of mistakes in what Senet adds to Ceptre.

use senet_syntax::Code;

/// A name where a number belongs.
pub static NO_NUMBER: Code = Code {
    id: "E0113",
    title: "a name that stands for no number",
    story: "Where a number belongs, the name of an `#option` or the variable of a family may \
            stand instead. Any other name means nothing there.",
    bad: "p : pred.\nstage s = { r : p^k -o . }\n#trace _ s { p^3 }.",
    good: "#option k 1..5 = 3.\np : pred.\nstage s = { r : p^k -o . }\n#trace _ s { p^3 }.",
};

/// A board that cannot be.
pub static BAD_BOARD: Code = Code {
    id: "E0114",
    title: "a board that cannot be",
    story: "A board is a shape with its sizes, such as `square 8 8`, `hexhex 5` or `graph { a - b, b \
            - c }`; then, if wanted, `torus`, `eight`, `without c3 d4`, `named l` and `edges e`. It \
            has at least one cell, and its names are not taken. The message for an unknown shape \
            lists all shapes.",
    bad: "board cell = square 0 8.\nfree cell : pred.\nstage s = { r : free C -o free C. }",
    good: "board cell = square 8 8.\nfree cell : pred.\nstage s = { r : free _ -o . }\n#trace _ s { \
           free a1 }.",
};

/// A picture that cannot be read.
pub static BAD_ROWS: Code = Code {
    id: "E0116",
    title: "a drawn start that cannot be read",
    story: "`rows cell \"..\" \"x.\"` draws a board from the top: a text for each row, a sign for \
            each cell. `#legend \"x\" mark x.` says what a sign puts there, all arguments but the \
            cell. Blanks and dots put nothing.",
    bad: "board cell = square 2 1.\nwall cell : pred.\nstage s = { r : wall _ -o . }\n#trace _ s { \
          rows cell \"#.\" }.",
    good: "board cell = square 2 1.\nwall cell : pred.  #legend \"#\" wall.\nstage s = { r : wall _ \
           -o . }\n#trace _ s { rows cell \"#.\" }.",
};

/// A family that goes over too much, or over nothing.
pub static BAD_FAMILY: Code = Code {
    id: "E0115",
    title: "a family or set over something that cannot be listed",
    story: "A family, a set and `(X : t)` go over the values of a finite type or the numbers of \
            a range, one by one. The numbers of `nat` have no end.",
    bad: "c nat : pred.\nfor N in nat { stage s * c N -o stage s. }\nstage s = {}\n#trace _ s { c 1 }.",
    good: "c nat : pred.\nstage s = { for N in 1..3 { r : c N -o . } }\n#trace _ s { c 1 }.",
};

/// A text that cannot be included.
pub static BAD_INCLUDE: Code = Code {
    id: "E0117",
    title: "a text that cannot be included",
    story: "`#include \"pieces.cep\".` reads another text as if it stood here. Its name is relative to \
            the program that is checked, and it lies in the same folder or below. A text is read \
            once, and cannot include itself.",
    bad: "#include \"nowhere.cep\".\np : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.",
    good: "p : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.",
};

/// A bad option or edition.
pub static BAD_OPTION: Code = Code {
    id: "E0118",
    title: "an option out of its range",
    story: "`#option size 3..19 = 9.` lets players choose a number from 3 to 19; without a choice \
            it is 9. The default has to lie in the range, and so does what is asked for.",
    bad: "#option size 3..19 = 2.\np : pred.\nstage s = { r : p -o . }\n#trace _ s { p^size }.",
    good: "#option size 3..19 = 9.\np : pred.\nstage s = { r : p -o . }\n#trace _ s { p^size }.",
};

/// Braces inside of braces.
pub static NESTED: Code = Code {
    id: "E0207",
    title: "braces inside of braces",
    story: "Braces on a right side make something for each match of what they ask for. They may ask \
            with `not` and `count`, as deep as you like, but what they make is atoms, and no other \
            braces. Two braces beside each other, or goals joined in one, say the same.",
    bad: "a : pred. b : pred.\nstage s = { r : a -o { b -o { a -o b } }. }\n#trace _ s { a, b }.",
    good: "a : pred. b : pred.\nstage s = { r : a -o { b -o a } * { b | not a }. }\n#trace _ s { a, b \
           }.",
};

/// A predicate that depends on its own absence.
pub static UNSTRATIFIED: Code = Code {
    id: "E0208",
    title: "a derived predicate that depends on its own absence",
    story: "What is derived may ask that something is not, or how many there are of it, only if \
            that can be worked out first. A predicate that needs itself inside of `not` or an \
            aggregate, directly or by others, has no meaning.",
    bad: "a : pred. p : bwd.\np <- a <- not p.\nstage s = { r : a * p -o . }\n#trace _ s { a }.",
    good: "a : pred. b : pred. p : bwd.\np <- a <- not b.\nstage s = { r : a * p -o b. }\n#trace _ \
           s { a }.",
};

/// A weight that means nothing.
pub static BAD_WEIGHT: Code = Code {
    id: "E0311",
    title: "a weight that means nothing",
    story: "`#weight rule 3.` makes chance choose all rules of that name three times as often. It \
            is at least 1, and says nothing about a rule that a player chooses.",
    bad: "p : pred.\nstage s = { r : p -o . }\n#interactive s.\n#weight r 2.\n#trace _ s { p }.",
    good: "p : pred. q : pred.\nstage s = { r : p -o . t : p -o q. }\n#weight r 2.\n#trace _ s { p \
           }.",
};

/// A query that cannot be read.
pub static BAD_QUERY: Code = Code {
    id: "E0312",
    title: "a query about plays that cannot be read",
    story: "`#observe name \"…\".` asks something of every play: names of rules are steps, names of predicates \
            are atoms that are there, and dots stand between what comes one after the other. `any` is any \
            number of steps; `|`, `*`, `+` and `?` are those of regular expressions.",
    bad: "p : pred. q : pred.\nstage s = { r : p -o q. }\n#observe made \"make . q\".\n#trace _ s { p }.",
    good: "p : pred. q : pred.\nstage s = { r : p -o q. }\n#observe made \"r . q\".\n#trace _ s { p }.",
};

/// A number that may grow without end.
pub static UNBOUNDED: Code = Code {
    id: "W0013",
    title: "a number that may grow without end",
    story: "In a game whose other values are finitely many, one number without a bound makes the \
            positions infinitely many, so that nobody can go through them all. A range says how \
            large it gets.",
    bad: "n nat : pred. go : pred.\nstage s = { up : go * n N -o n (N + 1). }\n#interactive s.\n\
          #trace _ s { go, n 0 }.",
    good: "pips : 0..6. n pips : pred. go : pred.\nstage s = { up : go * n N -o n (N + 1). }\n\
           #interactive s.\n#trace _ s { go, n 0 }.",
};

/// A difference that may not be a number.
pub static MAY_NOT_APPLY: Code = Code {
    id: "W0014",
    title: "a difference that may not be a number",
    story: "There are no negative numbers: where `N - 1` is none, the rule does not apply. If that \
            is meant, a premise such as `N >= 1` says so, and so does the pattern `N + 1`.",
    bad: "n nat : pred.\nstage s = { down : n N -o n (N - 1). }\n#trace _ s { n 3 }.",
    good: "n nat : pred.\nstage s = { down : n (N + 1) -o n N. }\n#trace _ s { n 3 }.",
};
