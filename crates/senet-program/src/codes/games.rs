//! The codes of games that will not play as one.

use senet_syntax::Code;

/// An outcome that no directive names.
pub static UNDECLARED_OUTCOME: Code = Code {
    id: "W0015",
    title: "an outcome that is not declared",
    story: "Rules make an atom that tells by its name who has won or lost, but no directive says that \
            it decides the game, so play goes on. `#win won.` says who wins, `#lose lost.` who loses, \
            `#draw tie.` that nobody does.",
    bad: "p : pred. won : pred.\nstage s = { r : p -o won. }\n#interactive s.\n#trace _ s { p }.",
    good: "p : pred. won : pred. #win won.\nstage s = { r : p -o won. }\n#interactive s.\n#trace _ s { p \
           }.",
};

/// Players who choose nothing.
pub static NOBODY_CHOOSES: Code = Code {
    id: "W0016",
    title: "players who choose nothing",
    story: "The program has players and a turn that goes from one to the next, but no stage is \
            interactive: chance makes all moves. `#interactive play.` lets the players of the stage \
            choose.",
    bad: "player : type. ann : player. bob : player. #players player.\nturn player : pred. stone : \
          pred.\nstage play = { take : turn P * stone * next P Q -o turn Q. }\n#trace _ play { turn ann, \
          stone^3 }.",
    good: "player : type. ann : player. bob : player. #players player.\nturn player : pred. stone : \
           pred.\nstage play = { take : turn P * stone * next P Q -o turn Q. }\n#interactive play.\n#trace \
           _ play { turn ann, stone^3 }.",
};

/// A rule after which nothing can happen.
pub static LOST_TOKEN: Code = Code {
    id: "W0017",
    title: "a turn that is lost",
    story: "A rule takes an atom that every rule of its stage and every link out of it needs, such as \
            whose turn it is, and does not make it again. After this rule nothing can happen, and the \
            game has no result.",
    bad: "player : type. ann : player. bob : player. #players player.\nturn player : pred. stone : pred. \
          won player : pred. #win won.\nstage play = {\n  take : turn P * stone * next P Q -o turn Q.\n  \
          double : turn P * stone * stone -o .\n}\n#interactive play.\nstage over = {}\nqui * stage play \
          * turn P * next P Q -o stage over * won Q.\n#trace _ play { turn ann, stone^5 }.",
    good: "player : type. ann : player. bob : player. #players player.\nturn player : pred. stone : pred. \
           won player : pred. #win won.\nstage play = {\n  take : turn P * stone * next P Q -o turn Q.\n  \
           double : turn P * stone * stone * next P Q -o turn Q.\n}\n#interactive play.\nstage over = \
           {}\nqui * stage play * turn P * next P Q -o stage over * won Q.\n#trace _ play { turn ann, \
           stone^5 }.",
};
