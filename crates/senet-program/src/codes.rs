//! The codes of everything that checking reports: what it means, why, and an example of both
//! sides. Each example is a test.

mod extensions;
mod games;

use senet_syntax::Code;

pub use games::{
    LOST_TOKEN, NEVER_LEFT, NOBODY_CHOOSES, STUCK_RULE, TAKEN_BY_LINK, UNDECLARED_OUTCOME,
};

pub use extensions::{
    BAD_BOARD, BAD_FAMILY, BAD_INCLUDE, BAD_OPTION, BAD_QUERY, BAD_ROWS, BAD_WEIGHT, MAY_NOT_APPLY,
    NESTED, NO_NUMBER, UNBOUNDED, UNSTRATIFIED,
};

/// Every code of this crate, in order, and one of the text that comes between them.
pub const ALL: &[&Code] = &[
    &UNKNOWN_TYPE,
    &UNKNOWN_PREDICATE,
    &UNKNOWN_CONSTANT,
    &UNKNOWN_STAGE,
    &UNKNOWN_CONTEXT,
    &TWICE,
    &ARITY,
    &MISMATCH,
    &NOT_GROUND,
    &CONTEXT_CYCLE,
    &BAD_DECLARATION,
    &TOO_MANY_ATOMS,
    &NO_NUMBER,
    &BAD_BOARD,
    &BAD_FAMILY,
    &BAD_ROWS,
    &BAD_INCLUDE,
    &BAD_OPTION,
    &UNBOUND,
    &UNSOLVABLE,
    &BAD_CONCLUSION,
    &NOT_DERIVED,
    &MISPLACED,
    &NOT_A_LINK,
    &NESTED,
    &UNSTRATIFIED,
    &BAD_PLAYERS,
    &NO_CHOOSER,
    &BAD_OUTCOME,
    &BAD_HIDDEN,
    &TELLING_MENU,
    &BAD_LABEL,
    &BAD_PLAY_RULE,
    &SAID_TWICE,
    &BAD_HOST,
    &BAD_BUILTIN,
    &BAD_WEIGHT,
    &BAD_QUERY,
    &UNUSED,
    &NEVER_FIRES,
    &UNREACHED_STAGE,
    &DEAD_END,
    &SAME_NAME,
    &SINGLE_VARIABLE,
    &COMPETING_LINKS,
    &FOR_EVER,
    &UNHEARD,
    &ENDLESS,
    &NO_START,
    &senet_syntax::codes::MORE_WARNINGS,
    &UNBOUNDED,
    &MAY_NOT_APPLY,
    &UNDECLARED_OUTCOME,
    &NOBODY_CHOOSES,
    &LOST_TOKEN,
    &NEVER_LEFT,
    &TAKEN_BY_LINK,
    &STUCK_RULE,
];

/// An unknown type.
pub static UNKNOWN_TYPE: Code = Code {
    id: "E0101",
    title: "an unknown type",
    story: "Every type is declared with `name : type.`, before or after its use. The kinds of \
            predicates are `pred`, `bwd`, `sense` and `action`.",
    bad: "p colour : pred.",
    good: "colour : type. red : colour. p colour : pred.\nstage s = { r : p red -o . }\n#trace _ \
           s { p red }.",
};

/// An unknown predicate.
pub static UNKNOWN_PREDICATE: Code = Code {
    id: "E0102",
    title: "an unknown predicate",
    story: "An atom begins with a predicate, and every predicate is declared: `on block block : \
            pred.`",
    bad: "stage s = { r : p -o . }",
    good: "p : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.",
};

/// An unknown constant or constructor.
pub static UNKNOWN_CONSTANT: Code = Code {
    id: "E0103",
    title: "an unknown constant or constructor",
    story: "The values of a type are declared: `red : colour.`, `s nat : nat.` A name that begins \
            in upper case is a variable.",
    bad: "t : type. p t : pred.\nstage s = { r : p a -o . }",
    good: "t : type. a : t. p t : pred.\nstage s = { r : p a -o . }\n#trace _ s { p a }.",
};

/// An unknown stage.
pub static UNKNOWN_STAGE: Code = Code {
    id: "E0104",
    title: "an unknown stage",
    story: "Links, `#trace` and `#interactive` speak of stages that are declared with `stage name \
            = { … }`. A final stage may be empty.",
    bad: "stage s = {}\nqui * stage s -o stage over.\n#trace _ s {}.",
    good: "stage s = {}\nstage over = {}\nqui * stage s -o stage over.\n#trace _ s {}.",
};

/// An unknown context.
pub static UNKNOWN_CONTEXT: Code = Code {
    id: "E0105",
    title: "an unknown context",
    story: "`#trace` and contexts speak of contexts that are declared with `context name = { … }`.",
    bad: "stage s = {}\n#trace _ s start.",
    good: "stage s = {}\ncontext start = {}.\n#trace _ s start.",
};

/// Declared twice.
pub static TWICE: Code = Code {
    id: "E0106",
    title: "declared twice",
    story: "A type, constructor, predicate, stage or context has one declaration.",
    bad: "p : pred. p : pred.",
    good: "p : pred. q : pred.\nstage s = { r : p -o q. r2 : q -o . }\n#trace _ s { p }.",
};

/// The wrong number of arguments.
pub static ARITY: Code = Code {
    id: "E0107",
    title: "the wrong number of arguments",
    story: "A predicate or constructor takes as many arguments as it was declared with. Arguments \
            that are terms themselves stand in parentheses.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p a b -o q a. }",
    good: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p a -o q a. r2 : q a \
           -o . }\n#trace _ s { p a }.",
};

/// A value of the wrong type.
pub static MISMATCH: Code = Code {
    id: "E0108",
    title: "a value of the wrong type",
    story: "Every argument has the type that its predicate or constructor declares, and a \
            variable has one type throughout its rule. Numbers can be used for any type with one \
            constant and one constructor on itself.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred. u : type. c : u.\nstage s = { r : p c \
          -o q a. }",
    good: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p b -o q a. r2 : q a \
           -o . }\n#trace _ s { p b }.",
};

/// A variable where there is no value.
pub static NOT_GROUND: Code = Code {
    id: "E0109",
    title: "a variable where there is no value",
    story: "Contexts hold atoms with values only.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred.\ncontext start = { p X }.",
    good: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p X -o q X. r2 : q _ \
           -o . }\ncontext start = { p a }.\n#trace _ s start.",
};

/// A context that contains itself.
pub static CONTEXT_CYCLE: Code = Code {
    id: "E0110",
    title: "a context that contains itself",
    story: "A context may include others by name, but not itself.",
    bad: "context a = { b }. context b = { a }.",
    good: "p : pred.\nstage s = { r : p -o . }\ncontext a = { p }. context b = { a, p }.\n#trace \
           _ s b.",
};

/// A declaration that makes no sense.
pub static BAD_DECLARATION: Code = Code {
    id: "E0111",
    title: "a declaration that makes no sense",
    story: "Types take no arguments, arguments of declarations are names of types, and constants \
            begin in lower case.",
    bad: "t : type. X : t.",
    good: "t : type. x : t. p t : pred.\nstage s = { r : p x -o . }\n#trace _ s { p x }.",
};

/// A start with too many atoms.
pub static TOO_MANY_ATOMS: Code = Code {
    id: "E0112",
    title: "a start with too many atoms",
    story: "The starts of a program hold at most 8388608 atoms together. Contexts that include \
            others several times grow quickly: thirty contexts, each with two copies of the one \
            before, are a thousand million atoms.",
    bad: "p : pred. stage s = { r : p -o . }\ncontext a = { p, p, p, p, p, p, p, p, p, p, p, p, \
          p, p, p, p }.\ncontext b = { a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a }.\ncontext \
          c = { b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b }.\ncontext d = { c, c, c, c, c, \
          c, c, c, c, c, c, c, c, c, c, c }.\ncontext e = { d, d, d, d, d, d, d, d, d, d, d, d, \
          d, d, d, d }.\ncontext f = { e, e, e, e, e, e, e, e, e }.\n#trace _ s f.",
    good: "p : pred. stage s = { r : p -o . }\ncontext a = { p, p }. context b = { a, a }.\n\
           #trace _ s b.",
};

/// A variable without a value.
pub static UNBOUND: Code = Code {
    id: "E0201",
    title: "a variable without a value",
    story: "Whatever a rule makes must be known when it fires: each variable of the right side \
            stands in a premise. (`_` never does: it is a fresh variable each time.)",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p X -o q Y. }",
    good: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p X -o q X. r2 : q _ \
           -o . }\n#trace _ s { p a }.",
};

/// A goal that cannot be solved.
pub static UNSOLVABLE: Code = Code {
    id: "E0202",
    title: "a goal that cannot be solved",
    story: "A comparison or a sum is about values that other premises find, and so is what stands \
            inside of `not` and of braces. Here too little is known whatever is solved first. (A rule \
            that asks a derived predicate for too much is W0020.)",
    bad: "nat : type. z : nat. s nat : nat. c nat : pred.\nplus nat nat nat : bwd.\nplus z N \
          N.\nplus (s N) M (s P) <- plus N M P.\nstage s1 = { r : c N * N < P -o c P. }",
    good: "nat : type. z : nat. s nat : nat. c nat : pred.\nplus nat nat nat : bwd.\nplus z N \
           N.\nplus (s N) M (s P) <- plus N M P.\nstage s1 = { r : c N * plus N N P -o c P. \
           }\n#trace 3 s1 { c 1 }.",
};

/// Something that a rule cannot make.
pub static BAD_CONCLUSION: Code = Code {
    id: "E0203",
    title: "something that a rule cannot make",
    story: "Rules and contexts make atoms of `pred` and `action` predicates. Derived atoms follow \
            by themselves, sensed ones come from the host; `$`, `qui` and comparisons stand on \
            left sides only.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred. d t : bwd. d a.\nstage s = { r : p X \
          -o d X. }",
    good: "t : type. a : t. b : t. p t : pred. q t : pred. d t : bwd. d a.\nstage s = { r : p X \
           * d X -o q X. r2 : q _ -o . }\n#trace _ s { p a }.",
};

/// A fact or backward rule for a predicate that is not `bwd`.
pub static NOT_DERIVED: Code = Code {
    id: "E0204",
    title: "a fact or backward rule for a predicate that is not `bwd`",
    story: "Facts and backward rules define `bwd` predicates. Resources of a position are written \
            into contexts or made by rules.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred.\np a.",
    good: "t : type. a : t. b : t. p t : pred. q t : pred. d t : bwd.\nd a.\nstage s = { r : p X \
           * d X -o q X. r2 : q _ -o . }\n#trace _ s { p a }.",
};

/// Something in the wrong place.
pub static MISPLACED: Code = Code {
    id: "E0205",
    title: "something in the wrong place",
    story: "Stages hold rules that rewrite. Links, declarations, contexts, backward rules and \
            directives stand outside. Only links speak of stages.",
    bad: "p : pred.\nstage s = { r : p * qui -o . }",
    good: "p : pred.\nstage s = { r : p -o . }\nstage over = {}\nqui * stage s -o stage \
           over.\n#trace _ s { p }.",
};

/// An outer rule that is no link.
pub static NOT_A_LINK: Code = Code {
    id: "E0206",
    title: "an outer rule that is not a link",
    story: "A rule outside of a stage links two stages: `qui * stage a * … -o stage b * ….` It \
            has one stage on its left and at most one on its right; without one there, the \
            program ends.",
    bad: "p : pred.\nr : p -o .",
    good: "p : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.",
};

/// Players that cannot sit.
pub static BAD_PLAYERS: Code = Code {
    id: "E0301",
    title: "players that cannot sit",
    story: "`#players t.` makes the constants of the type t the seats, all or the first few: \
            `#players t 2..4.` There must be enough of them.",
    bad: "player : type. s player : player.\n#players player.",
    good: "player : type. x : player. o : player.\n#players player.",
};

/// Nobody to choose.
pub static NO_CHOOSER: Code = Code {
    id: "E0302",
    title: "no player to choose",
    story: "In a game with players somebody chooses each move of an interactive stage: whoever \
            `#chooser` names, or the first player in the premises.",
    bad: "player : type. x : player. o : player. #players player.\ntok : pred.\nstage s = { r : \
          tok -o . }\n#interactive s.\n#trace _ s { tok }.",
    good: "player : type. x : player. o : player. #players player.\nturn player : pred.\nstage s \
           = { r : turn _ -o . }\n#interactive s.\n#trace _ s { turn x }.",
};

/// A predicate that cannot decide the game.
pub static BAD_OUTCOME: Code = Code {
    id: "E0303",
    title: "a predicate that cannot decide the game",
    story: "`#win`, `#lose` and `#draw` take a linear predicate with a player or without \
            arguments; `#score` one with a player and a number, or a number alone.",
    bad: "t : type. a : t. won t : pred. #win won.\nstage s = { r : won a -o . }\n#trace _ s { \
          won a }.",
    good: "won : pred. #win won.\nstage s = { r : won -o . }\n#trace _ s { won }.",
};

/// A pattern that hides nothing.
pub static BAD_HIDDEN: Code = Code {
    id: "E0304",
    title: "a pattern that hides nothing",
    story: "`#hidden hand P _.` names a linear predicate with all its arguments: a variable of \
            the players' type is who sees the atom, `_` anything, a constant just that.",
    bad: "t : type. a : t. card t : pred. #hidden card X.\nstage s = { r : card _ -o . \
          }\n#trace _ s { card a }.",
    good: "t : type. a : t. card t : pred. #hidden card _.\nstage s = { r : card _ -o . \
           }\n#trace _ s { card a }.",
};

/// A menu that would tell a secret.
pub static TELLING_MENU: Code = Code {
    id: "E0305",
    title: "a menu that would tell a secret",
    story: "Whether a player can choose a rule must depend on what that player sees. Otherwise \
            the menu itself would tell what is hidden. Let the player choose blindly, and compare \
            in an automatic stage.",
    bad: "player : type. x : player. o : player. #players player.\nturn player : pred. card \
          player : pred. #hidden card P.\nstage s = { r : turn P * $card Q * next P Q -o . \
          }\n#interactive s.\n#trace _ s { turn x, card o }.",
    good: "player : type. x : player. o : player. #players player.\nturn player : pred. card \
           player : pred. #hidden card P.\nstage s = { r : turn P * $card P -o . }\n#interactive \
           s.\n#trace _ s { turn x, card x }.",
};

/// A label or glyph for nothing.
pub static BAD_LABEL: Code = Code {
    id: "E0306",
    title: "a label, glyph or text for nothing",
    story: "`#label` names a rule, with its variables in braces, or a constant; `#glyph` a \
            constant, a predicate or an atom. `#describe` and `#panel` are about atoms, whose variables \
            stand in braces; `#tell` is about a rule, a stage or a predicate; `#inside` about a predicate \
            and a direction of its board; `#notation` about a rule, a constant or a board; `#goal` and `#sides` about a player or `_`.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p X -o q X. r2 : q _ \
          -o . }\n#label r \"take {Y}\".\n#trace _ s { p a }.",
    good: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p X -o q X. r2 : q _ \
           -o . }\n#label r \"take {X}\".\n#trace _ s { p a }.",
};

/// A rule of play that makes no sense.
pub static BAD_PLAY_RULE: Code = Code {
    id: "E0307",
    title: "a rule of play that makes no sense",
    story: "`#repeat 3 draw.` and `#limit 200 draw.` end a game as a draw after that many \
            repetitions or moves, at least one. `#limit 100 draw since push take.` counts moves \
            anew after each by one of these rules, which are rules that players choose.",
    bad: "#limit 0 draw.",
    good: "#limit 200 draw.",
};

/// Said twice.
pub static SAID_TWICE: Code = Code {
    id: "E0308",
    title: "said twice",
    story: "`#players`, `#title`, `#about`, `#repeat`, `#limit`, `#limit … since` and the \
            `#chooser` of a stage are said once.",
    bad: "#title \"A\". #title \"B\".",
    good: "#title \"A\".",
};

/// A predicate that the host cannot serve.
pub static BAD_HOST: Code = Code {
    id: "E0309",
    title: "a predicate that the host cannot serve",
    story: "`#sensor` takes a `sense` or `pred` predicate, `#action` an `action` or `pred` \
            predicate.",
    bad: "t : type. a : t. d t : bwd. d a. #sensor d LINE.\np t : pred.\nstage s = { r : p X * \
          d X -o . }\n#trace _ s { p a }.",
    good: "t : type. a : t. d t : sense. #sensor d LINE.\nstage s = { r : d a -o . }\n#trace _ s \
           {}.",
};

/// Not built in.
pub static BAD_BUILTIN: Code = Code {
    id: "E0310",
    title: "not built in",
    story: "`#builtin NAT t.`, `#builtin NAT_ZERO z.` and `#builtin NAT_SUCC s.` name a type of \
            numbers, its constant and its constructor.",
    bad: "t : type. a : t. #builtin NAT t.",
    good: "nat : type. z : nat. s nat : nat. #builtin NAT nat.",
};

/// An unused predicate.
pub static UNUSED: Code = Code {
    id: "W0001",
    title: "an unused predicate",
    story: "A predicate that no rule, backward rule or directive mentions does nothing.",
    bad: "p : pred. q : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.",
    good: "p : pred. q : pred.\nstage s = { r : p -o q. }\n#trace _ s { p }.",
};

/// A rule that can never fire.
pub static NEVER_FIRES: Code = Code {
    id: "W0002",
    title: "a rule that can never fire",
    story: "One of its premises can never hold: nothing that can happen makes such an atom. Rules \
            and stages that only wait for this one are not reported.",
    bad: "p : pred. q : pred.\nstage s = { r : p * q -o . }\n#trace _ s { p }.",
    good: "p : pred. q : pred.\nstage s = { r : p * q -o . }\n#trace _ s { p, q }.",
};

/// A stage that nothing reaches.
pub static UNREACHED_STAGE: Code = Code {
    id: "W0003",
    title: "a stage that nothing reaches",
    story: "No `#trace` begins in this stage, and no link leads to it. (If one does and can never \
            fire, that link is reported.)",
    bad: "stage s = {}\nstage lost = {}\n#trace _ s {}.",
    good: "stage s = {}\nstage found = {}\nqui * stage s -o stage found.\n#trace _ s {}.",
};

/// Play can end without a result.
pub static DEAD_END: Code = Code {
    id: "W0004",
    title: "play can end without a result",
    story: "The game says how it is won, lost or drawn, but play can come to rest in this stage, \
            where no link leads on and no rule decides.",
    bad: "won : pred. #win won. p : pred. q : pred.\nstage s = { r : p -o q. }\nstage t = { r : \
          q -o . }\nqui * stage s * $q -o stage t.\nqui * stage s * won -o .\n#trace _ s { p, \
          won }.",
    good: "won : pred. #win won. p : pred. q : pred.\nstage s = { r : p -o q. }\nstage t = { r : \
           q -o won. }\nqui * stage s -o stage t.\n#trace _ s { p }.",
};

/// Two rules of one name.
pub static SAME_NAME: Code = Code {
    id: "W0005",
    title: "two rules of one name",
    story: "Menus, traces and labels call rules by their names. Two rules of a stage that share \
            one cannot be told apart.",
    bad: "p : pred.\nstage s = { r : p -o . r : p * p -o . }\n#trace _ s { p }.",
    good: "p : pred.\nstage s = { r : p -o . r2 : p * p -o . }\n#trace _ s { p }.",
};

/// A variable used once.
pub static SINGLE_VARIABLE: Code = Code {
    id: "W0006",
    title: "a variable used once",
    story: "A variable that stands in one place only does not connect anything. Either it is \
            misspelt, or `_` says better that its value does not matter.",
    bad: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p X -o . r2 : q _ -o \
          . }\n#trace _ s { p a, q a }.",
    good: "t : type. a : t. b : t. p t : pred. q t : pred.\nstage s = { r : p _ -o . r2 : q _ -o \
           . }\n#trace _ s { p a, q a }.",
};

/// Two links that can apply at once.
pub static COMPETING_LINKS: Code = Code {
    id: "W0007",
    title: "two links that can apply at once",
    story: "Whenever one of these links applies, the other does too, and chance decides. If that \
            is not meant, give each a premise that excludes the other.",
    bad: "stage s = {} stage t = {} stage u = {}\nqui * stage s -o stage t.\nqui * stage s -o \
          stage u.\n#trace _ s {}.",
    good: "a : pred. b : pred.\nstage s = {} stage t = {} stage u = {}\nqui * stage s * a -o \
           stage t.\nqui * stage s * b -o stage u.\n#trace _ s { a }. #trace _ s { b }.",
};

/// A rule that can fire for ever.
pub static FOR_EVER: Code = Code {
    id: "W0008",
    title: "a rule that can fire for ever",
    story: "In an automatic stage a rule that uses nothing up, and makes a resource each time, \
            never stops.",
    bad: "p : pred. q : pred.\nstage s = { r : $p -o q. }\n#trace _ s { p }.",
    good: "p : pred. q : pred.\nstage s = { r : p -o q. }\n#trace _ s { p }.",
};

/// A command that no rule answers.
pub static UNHEARD: Code = Code {
    id: "W0009",
    title: "a command that no rule answers",
    story: "The host can say this, but no premise of any rule mentions it, so it has no effect.",
    bad: "verb : type. look : verb. jump : verb.\nsaid verb : sense.\np : pred.\nstage s = { r \
          : p * said look -o . }\n#trace _ s { p }.",
    good: "verb : type. look : verb. jump : verb.\nsaid verb : sense.\np : pred.\nstage s = { r \
           : p * said look -o . r2 : p * said jump -o . }\n#trace _ s { p }.",
};

/// Play that may go on for ever.
pub static ENDLESS: Code = Code {
    id: "W0010",
    title: "play that may go on for ever",
    story: "No counting argument shows that the moves of this program come to an end, and no rule \
            of play ends it. `#limit 200 draw.` or `#repeat 3 draw.` does; neither is part of the \
            position.",
    bad: "p : pred. q : pred.\nstage s = { to : p -o q. fro : q -o p. }\n#interactive \
          s.\n#trace _ s { p }.",
    good: "p : pred. q : pred.\nstage s = { to : p -o q. fro : q -o p. }\n#interactive s. #limit \
           100 draw.\n#trace _ s { p }.",
};

/// No start.
pub static NO_START: Code = Code {
    id: "W0011",
    title: "no start",
    story: "A program without `#trace` has rules and nothing to begin with.",
    bad: "p : pred.\nstage s = { r : p -o . }",
    good: "p : pred.\nstage s = { r : p -o . }\n#trace _ s { p }.",
};
