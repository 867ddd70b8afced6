//! The words and signs of the language, each with what it means: for hover and completion.

/// A word or sign and what it means.
#[derive(Debug)]
pub(crate) struct LanguageWord {
    pub(crate) word: &'static str,
    /// How it is used.
    pub(crate) form: &'static str,
    pub(crate) about: &'static str,
}

const fn word(word: &'static str, form: &'static str, about: &'static str) -> LanguageWord {
    LanguageWord { word, form, about }
}

/// Words and signs.
pub(crate) const WORDS: &[LanguageWord] = &[
    word("type", "player : type.", "declares a set of values"),
    word("pred", "on block block : pred.", "declares what can be true in a position"),
    word("bwd", "above block block : bwd.", "declares what follows from backward rules and facts"),
    word("sense", "heard word : sense.", "declares what the host is asked for"),
    word("action", "say word : action.", "declares what the host is told"),
    word("stage", "stage play = { … }", "a named set of rules that runs until none applies"),
    word("ordered", "ordered stage s = { … }", "a rule applies only if no earlier one does"),
    word("context", "context start = { … }.", "a collection of atoms with a name"),
    word("board", "board cell = square 8 8.", "declares cells and how they lie to each other"),
    word("for", "for N in 1..6 { … }", "the rules inside once for each value"),
    word("qui", "qui * stage a -o stage b.", "holds when no rule of the stage applies"),
    word("not", "not p X, not (p X * q X)", "nothing in the position fits"),
    word("count", "N = count (p X)", "how many atoms fit, copies included"),
    word("sum", "N = sum V (coin V)", "the sum of a number over all that fits"),
    word("max", "N = max V (coin V)", "the largest number of all that fits; none, no match"),
    word("min", "N = min V (coin V)", "the smallest number of all that fits; none, no match"),
    word("mod", "X = N mod 3", "what is left over by a division"),
    word("rows", "rows cell \"..\" \"x.\"", "a start, drawn from the top row to the bottom"),
    word("-o", "a * b -o c", "what stands left is needed, what stands right is there afterwards"),
    word("o-", "c o- a * b", "`-o` the other way round"),
    word("<-", "head <- goal <- goal", "the head follows if the goals hold"),
    word("->", "goal -> head", "`<-` the other way round"),
    word("*", "a * b", "both; in a sum in parentheses, times"),
    word("$", "$p X", "needed, and left where it is"),
    word("!", "!p X", "persistent: never used up"),
    word("_", "p _", "any value, another one each time"),
    word("^", "plank^4", "so many copies"),
    word("==", "X == Y", "the same value"),
    word("<>", "X <> Y", "different values"),
    word("=", "X = N + 1", "the same value; gives `X` its value"),
    word("|", "{ free C | C : cell }", "the atoms once for each solution of the goals"),
    word("draw", "#limit 200 draw.", "nobody wins"),
    word("since", "#limit 50 draw since take.", "moves of these rules begin the count anew"),
];

/// What a word or sign means.
pub(crate) fn meaning(text: &str) -> Option<&'static LanguageWord> {
    WORDS.iter().find(|w| w.word == text)
}
