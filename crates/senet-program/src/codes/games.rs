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
    story: "The program has players and a turn that goes from one to the next, or says who wins, but no \
            stage is interactive: chance makes all moves. `#interactive play.` lets the players of the stage \
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

/// An interactive stage that always has a move.
pub static NEVER_LEFT: Code = Code {
    id: "W0018",
    title: "a stage that is never left",
    story: "A stage is left when none of its rules applies. Here a rule of an interactive stage makes \
            again whatever it takes, so there is always a move, and the links out of the stage wait for \
            ever. A token per turn mends it: each move takes it, and the link that comes back makes a new \
            one.",
    bad: "place : type. hall : place. yard : place. at place : pred. door place place : pred. night : \
          pred.\nstage play = { walk : at X * $door X Y -o at Y. }\n#interactive play.\nqui * stage play -o \
          stage world * night.\nstage world = { sleep : night -o . }\nqui * stage world -o stage \
          play.\n#limit 100 draw.\n#trace _ play { at hall, door hall yard, door yard hall }.",
    good: "place : type. hall : place. yard : place. at place : pred. door place place : pred. night : \
           pred. my-turn : pred.\nstage play = { walk : my-turn * at X * $door X Y -o at Y. }\n#interactive \
           play.\nqui * stage play -o stage world * night.\nstage world = { sleep : night -o . }\nqui * \
           stage world -o stage play * my-turn.\n#limit 100 draw.\n#trace _ play { my-turn, at hall, door \
           hall yard, door yard hall }.",
};

/// A link that takes what the next stage needs.
pub static TAKEN_BY_LINK: Code = Code {
    id: "W0019",
    title: "a link that takes what the next stage needs",
    story: "A link takes the only atom of a predicate, and every rule of the stage that it leads to needs \
            one. Nothing can happen there. Atoms that a link only asks about are read with `$`.",
    bad: "on : pred. p : pred. q : pred.\nstage one = { r : p -o q. }\nqui * stage one * on -o stage \
          two.\nstage two = { t : $on * q -o . }\n#trace _ one { on, p }.",
    good: "on : pred. p : pred. q : pred.\nstage one = { r : p -o q. }\nqui * stage one * $on -o stage \
           two.\nstage two = { t : $on * q -o . }\n#trace _ one { on, p }.",
};

/// A rule with a premise that cannot be solved.
pub static STUCK_RULE: Code = Code {
    id: "W0020",
    title: "a rule with a premise that cannot be solved",
    story: "A derived predicate finds some of its arguments from others: `plus N M P` can find P from N \
            and M. Here too little is known whatever is solved first. Ceptre takes such a rule, and so \
            the rest of the program runs; where the other premises of this rule match, running stops \
            with an error.",
    bad: "nat : type. z : nat. s nat : nat. c nat : pred.\nplus nat nat nat : bwd.\nplus z N \
          N.\nplus (s N) M (s P) <- plus N M P.\nstage s1 = { r : c N * plus N M P -o c P. }\n#trace 3 s1 \
          { c 1 }.",
    good: "nat : type. z : nat. s nat : nat. c nat : pred.\nplus nat nat nat : bwd.\nplus z N \
           N.\nplus (s N) M (s P) <- plus N M P.\nstage s1 = { r : c N * plus N N P -o c P. }\n#trace 3 s1 \
           { c 1 }.",
};
