//! Typed commands: `take the lamp`, `n`, `put lamp in box`, read as a value of the sensor's type.
//!
//! A command is a constructor of that type. Its name may have several words (`pick-up`), its
//! arguments are named by their constants or labels, and small words between them do not matter.

use senet_engine::{Engine, Value};
use senet_program::{ConId, PredId, TypeId};

const SMALL: &[&str] = &[
    "the", "a", "an", "some", "my", "in", "on", "to", "at", "with", "from", "into", "onto", "of",
    "towards", "toward", "using", "up", "through", "inside",
];

/// What players type, and what authors call it. The first that can be read counts.
const SYNONYMS: &[(&str, &str)] = &[
    ("n", "north"),
    ("s", "south"),
    ("e", "east"),
    ("w", "west"),
    ("u", "up"),
    ("d", "down"),
    ("ne", "northeast"),
    ("nw", "northwest"),
    ("se", "southeast"),
    ("sw", "southwest"),
    ("l", "look"),
    ("i", "inventory"),
    ("x", "examine"),
    ("z", "wait"),
    ("get", "take"),
    ("grab", "take"),
    ("pick", "take"),
    ("walk", "go"),
    ("move", "go"),
    ("run", "go"),
    ("enter", "go"),
    ("inspect", "examine"),
    ("read", "examine"),
    ("put", "drop"),
    ("leave", "drop"),
    ("say", "tell"),
    ("talk", "ask"),
    ("hit", "attack"),
    ("kill", "attack"),
];

/// Verbs that may be left out before a direction.
const GO: &[&str] = &["go", "walk", "move", "run"];

/// Reads a command; an error is a sentence for the player.
pub(super) fn read(engine: &Engine, predicate: PredId, line: &str) -> Result<Vec<Value>, String> {
    let clean = line.to_lowercase().replace([',', '.', '!', '?'], " ");
    let words: Vec<&str> = clean.split_whitespace().collect();
    let reader = Reader { engine };
    let types = &engine.program().predicate(predicate).arguments;
    let read = |words: &[&str]| reader.sequence(types, words).into_iter().next();
    if words.is_empty() {
        return Err("Say something; `help` tells what.".to_owned());
    }
    if let Some(values) = read(&words) {
        return Ok(values);
    }
    let replaced = |all: bool| -> Vec<&str> {
        let other = |w: &str| SYNONYMS.iter().find(|(from, _)| *from == w).map(|s| s.1);
        let pairs = words.iter().enumerate();
        pairs.map(|(i, w)| other(w).filter(|_| all || i == 0).unwrap_or(w)).collect()
    };
    for words in [words.clone(), replaced(false), replaced(true)] {
        if let Some(values) = read(&words) {
            return Ok(values);
        }
        for go in GO {
            let mut longer = vec![*go];
            longer.extend(&words);
            if let Some(values) = read(&longer) {
                return Ok(values);
            }
        }
    }
    Err(reader.puzzled(types, &words))
}

struct Reader<'a> {
    engine: &'a Engine,
}

impl Reader<'_> {
    /// All ways to read the words, to the last, as values of these types.
    fn sequence(&self, types: &[TypeId], words: &[&str]) -> Vec<Vec<Value>> {
        let Some((first, rest)) = types.split_first() else {
            let empty = words.iter().all(|w| SMALL.contains(w));
            return if empty { vec![Vec::new()] } else { Vec::new() };
        };
        let mut out = Vec::new();
        for (value, used) in self.value(*first, words) {
            for mut values in self.sequence(rest, &words[used..]) {
                values.insert(0, value);
                out.push(values);
            }
        }
        out
    }

    /// All ways to read a value at the beginning of the words, and how many words it takes.
    fn value(&self, ty: TypeId, words: &[&str]) -> Vec<(Value, usize)> {
        let mut out = self.bare(ty, words);
        let small = words.iter().take_while(|w| SMALL.contains(w)).count();
        for skipped in 1..=small {
            let rest = self.bare(ty, &words[skipped..]);
            out.extend(rest.into_iter().map(|(v, used)| (v, used + skipped)));
        }
        out
    }

    fn bare(&self, ty: TypeId, words: &[&str]) -> Vec<(Value, usize)> {
        let program = self.engine.program();
        let declared = program.ty(ty);
        if declared.shape.is_number() {
            let number = words.first().and_then(|w| w.parse::<u64>().ok());
            let (low, high) = declared.shape.bounds();
            let number = number.filter(|n| (low..=high).contains(n));
            return number.map(|n| (n, 1)).into_iter().collect();
        }
        let each = declared.constructors.iter();
        each.flat_map(|c| self.constructor(*c, words)).collect()
    }

    fn constructor(&self, id: ConId, words: &[&str]) -> Vec<(Value, usize)> {
        let constructor = self.engine.program().constructor(id);
        let named = after(&split(&constructor.name), words);
        let label = constructor.label.as_ref();
        let labelled = label.and_then(|l| after(&split(&l.to_lowercase()), words));
        let Some(used) = labelled.or(named) else {
            return Vec::new();
        };
        let mut ways: Vec<(Vec<Value>, usize)> = vec![(Vec::new(), used)];
        for ty in &constructor.arguments {
            let mut longer = Vec::new();
            for (values, used) in &ways {
                for (value, more) in self.value(*ty, &words[*used..]) {
                    let mut values = values.clone();
                    values.push(value);
                    longer.push((values, used + more));
                }
            }
            ways = longer;
        }
        let interner = self.engine.interner();
        let made = ways.into_iter();
        made.map(|(values, used)| (interner.intern(id, &values), used)).collect()
    }

    /// What to say to a player whose words mean nothing.
    fn puzzled(&self, types: &[TypeId], words: &[&str]) -> String {
        let program = self.engine.program();
        let forms = types.iter().flat_map(|ty| &program.ty(*ty).constructors);
        let forms: Vec<ConId> = forms.copied().collect();
        let known = |w: &str| {
            SMALL.contains(&w)
                || SYNONYMS.iter().any(|(from, to)| *from == w || *to == w)
                || program.constructors().iter().any(|c| {
                    let label = c.label.as_deref().unwrap_or("").to_lowercase();
                    split(&c.name).contains(&w) || split(&label).contains(&w)
                })
        };
        let begun = forms.iter().find(|c| {
            let constructor = program.constructor(**c);
            !constructor.arguments.is_empty() && after(&split(&constructor.name), words).is_some()
        });
        let unknown = words.iter().find(|w| !known(w));
        let list: Vec<String> = forms.iter().map(|c| self.form(*c)).collect();
        match (unknown, begun) {
            _ if words == ["help"] => format!("You can say: {}, quit.", list.join(", ")),
            (Some(word), _) => format!("I do not know the word `{word}`; `help` tells more."),
            (None, Some(form)) => format!("I know only: {}.", self.form(*form)),
            _ => "I do not understand that; `help` tells more.".to_owned(),
        }
    }

    fn form(&self, id: ConId) -> String {
        let program = self.engine.program();
        let constructor = program.constructor(id);
        let types = constructor.arguments.iter();
        types.fold(crate::words::plain(&constructor.name), |out, ty| {
            format!("{out} {}", program.ty(*ty).name.to_uppercase())
        })
    }
}

fn split(name: &str) -> Vec<&str> {
    let parts = name.split(|c: char| "-_/".contains(c) || c.is_whitespace());
    parts.filter(|w| !w.is_empty()).collect()
}

/// How many words a name takes at the beginning; small words of the name may be left out or come
/// later, as in `put lamp in box` for `put-in`.
fn after(name: &[&str], words: &[&str]) -> Option<usize> {
    let mut used = 0;
    for (i, part) in name.iter().enumerate() {
        if words.get(used).is_some_and(|w| w.eq_ignore_ascii_case(part)) {
            used += 1;
        } else if i == 0 || !SMALL.contains(part) {
            return None;
        }
    }
    (used > 0).then_some(used)
}
