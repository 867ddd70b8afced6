//! Filters of the state: groups of patterns that share variables, as in the Ceptre editor.
//!
//! A group is a conjunctive query, and an atom is shown if it takes part in an answer of some group.
//! Atoms are compared as they are written, so that a filter needs no engine.

use std::collections::BTreeMap;

/// So many atoms are tried for a group before it gives up, which is said.
const MOST_TRIED: usize = 200_000;

/// A written term: a word with arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Written {
    word: String,
    arguments: Vec<Written>,
}

impl Written {
    fn is_variable(&self) -> bool {
        let first = self.word.chars().next();
        self.arguments.is_empty() && first.is_some_and(|c| c == '_' || c.is_uppercase())
    }
}

/// Groups of patterns.
#[derive(Debug, Clone, Default)]
pub(crate) struct StateFilter {
    groups: Vec<Vec<Written>>,
}

impl StateFilter {
    /// Reads groups, one in a line, patterns separated by commas; or says what cannot be read.
    pub(crate) fn new(text: &str) -> Result<StateFilter, String> {
        let mut groups = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let patterns: Result<Vec<Written>, String> =
                line.split(',').map(str::trim).filter(|p| !p.is_empty()).map(read).collect();
            groups.push(patterns?);
        }
        Ok(StateFilter { groups })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Which of some atoms are shown, and whether all answers were gone through.
    pub(crate) fn shown(&self, atoms: &[String]) -> (Vec<bool>, bool) {
        let atoms: Vec<Option<Written>> =
            atoms.iter().map(|a| read(a.trim_start_matches('!')).ok()).collect();
        let mut by_word: BTreeMap<&str, Vec<(usize, &Written)>> = BTreeMap::new();
        for (at, atom) in atoms.iter().enumerate() {
            if let Some(atom) = atom {
                by_word.entry(&atom.word).or_default().push((at, atom));
            }
        }
        let mut join = Join {
            by_word,
            bound: Vec::new(),
            used: Vec::new(),
            shown: vec![self.is_empty(); atoms.len()],
            tried: 0,
        };
        let whole = self.groups.iter().all(|group| {
            join.tried = 0;
            join.search(group)
        });
        (join.shown, whole)
    }
}

/// The answers of a conjunctive query, by nested loops over the atoms of each predicate.
struct Join<'a> {
    by_word: BTreeMap<&'a str, Vec<(usize, &'a Written)>>,
    bound: Vec<(String, Written)>,
    /// The atoms that the patterns before the present one were matched with.
    used: Vec<usize>,
    shown: Vec<bool>,
    tried: usize,
}

impl Join<'_> {
    /// Marks the atoms of every answer; false if there is too much to try.
    fn search(&mut self, group: &[Written]) -> bool {
        let Some((first, rest)) = group.split_first() else {
            self.used.iter().for_each(|at| self.shown[*at] = true);
            return true;
        };
        // A variable alone is a pattern for every atom.
        let fitting: Vec<(usize, &Written)> = if first.is_variable() {
            self.by_word.values().flatten().copied().collect()
        } else {
            self.by_word.get(first.word.as_str()).cloned().unwrap_or_default()
        };
        for (at, atom) in fitting {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return false;
            }
            let before = self.bound.len();
            let mut whole = true;
            if fits(first, atom, &mut self.bound) {
                self.used.push(at);
                whole = self.search(rest);
                self.used.pop();
            }
            self.bound.truncate(before);
            if !whole {
                return false;
            }
        }
        true
    }
}

fn fits(pattern: &Written, term: &Written, bound: &mut Vec<(String, Written)>) -> bool {
    if pattern.is_variable() {
        if pattern.word.starts_with('_') {
            return true;
        }
        if let Some((_, value)) = bound.iter().find(|(name, _)| *name == pattern.word) {
            return value == term;
        }
        bound.push((pattern.word.clone(), term.clone()));
        return true;
    }
    // A pattern with fewer arguments leaves the others open.
    let arguments = pattern.arguments.iter().zip(&term.arguments);
    pattern.word == term.word
        && pattern.arguments.len() <= term.arguments.len()
        && arguments.into_iter().all(|(p, t)| fits(p, t, bound))
}

/// Reads `on a (s X)`.
fn read(text: &str) -> Result<Written, String> {
    let mut stack: Vec<Vec<Written>> = vec![Vec::new()];
    let close = |words: Vec<Written>| -> Result<Written, String> {
        let mut words = words.into_iter();
        let mut head = words.next().ok_or_else(|| format!("`{text}` is not a pattern"))?;
        head.arguments.extend(words);
        Ok(head)
    };
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        let ends = letter.is_whitespace() || letter == '(' || letter == ')';
        if ends && !word.is_empty() {
            let words = stack.last_mut().ok_or("a `)` has no `(`")?;
            words.push(Written { word: std::mem::take(&mut word), arguments: Vec::new() });
        }
        match letter {
            '(' if stack.len() < 64 => stack.push(Vec::new()),
            '(' => return Err("the parentheses are too deep".to_owned()),
            ')' => {
                let inner = stack.pop().ok_or("a `)` has no `(`")?;
                let inner = close(inner)?;
                stack.last_mut().ok_or("a `)` has no `(`")?.push(inner);
            }
            _ if !ends => word.push(letter),
            _ => {}
        }
    }
    match (stack.pop(), stack.is_empty()) {
        (Some(words), true) => close(words),
        _ => Err(format!("`{text}` has a `(` without `)`")),
    }
}

#[cfg(test)]
mod tests {
    use super::StateFilter;

    fn shown(filter: &str, atoms: &[&str]) -> Vec<String> {
        let all: Vec<String> = atoms.iter().map(|a| (*a).to_owned()).collect();
        let filter = StateFilter::new(filter).unwrap();
        let (shown, whole) = filter.shown(&all);
        assert!(whole);
        all.into_iter().zip(shown).filter(|(_, shown)| *shown).map(|(atom, _)| atom).collect()
    }

    const BLOCKS: [&str; 5] = ["on a b", "on b c", "clear a", "clear d", "on-table c"];

    #[test]
    fn patterns_of_a_group_share_variables_and_groups_are_joined() {
        assert_eq!(shown("", &BLOCKS), BLOCKS);
        assert_eq!(shown("clear X", &BLOCKS), ["clear a", "clear d"]);
        assert_eq!(shown("on X Y, clear X", &BLOCKS), ["on a b", "clear a"]);
        assert_eq!(shown("on X Y, on Y Z", &BLOCKS), ["on a b", "on b c"]);
        assert_eq!(shown("on X X", &BLOCKS), [""; 0]);
        assert_eq!(shown("clear d\non-table", &BLOCKS), ["clear d", "on-table c"]);
        assert_eq!(shown("on _ _", &["on a (s (s z))", "clear a"]), ["on a (s (s z))"]);
        assert_eq!(shown("p (s X), q X", &["p (s z)", "p z", "q z"]), ["p (s z)", "q z"]);
    }

    #[test]
    fn a_filter_that_is_too_wide_says_so() {
        let all: Vec<String> = (0..1_000).map(|n| format!("on a{n} b")).collect();
        let (shown, whole) = StateFilter::new("on X Y, on Z Y").unwrap().shown(&all);
        assert!(!whole && shown[0]);
        assert!(StateFilter::new("on X Y").unwrap().shown(&all).1);
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        assert_eq!(StateFilter::new("on (a").unwrap_err(), "`on (a` has a `(` without `)`");
        assert!(StateFilter::new("on a)").is_err());
        assert!(StateFilter::new("()").is_err());
    }
}
