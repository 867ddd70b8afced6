//! Nets in the Petri Net Markup Language of 2009, as place/transition nets; written, and read back.
//!
//! What such a net cannot say stands in elements of our own, as the language provides, and is
//! counted at the top.

use crate::export::{LostMeaning, PetriNet, PetriPlace, PetriTransition};
use quick_xml::XmlVersion;
use quick_xml::escape::escape;
use quick_xml::events::{BytesRef, BytesStart, Event};
use rustc_hash::FxHashMap;
use std::fmt::{self, Write};

const GRAMMAR: &str = "http://www.pnml.org/version-2009/grammar";
const TOOL: &str = "<toolspecific tool=\"senet\" version=\"1\">";

/// The net as PNML.
pub fn write(net: &PetriNet) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut line = |depth: usize, text: fmt::Arguments<'_>| {
        writeln!(out, "{:1$}{text}", "", 2 * depth).expect("writing to a string cannot fail");
    };
    line(0, format_args!("<pnml xmlns=\"{GRAMMAR}/pnml\">"));
    line(1, format_args!("<net id=\"net\" type=\"{GRAMMAR}/ptnet\">"));
    line(2, format_args!("{}", name(&net.name)));
    // What place/transition nets cannot express (priorities, inhibitors, …) goes into
    // `toolspecific`, which other tools must ignore by the standard, so that the file stays
    // valid.
    let lost = net.lost();
    if !lost.is_empty() {
        line(2, format_args!("{TOOL}"));
        for (what, n) in lost {
            let (word, meaning) = (what.word(), what.meaning());
            line(3, format_args!("<beyond what=\"{word}\" transitions=\"{n}\">{meaning}</beyond>"));
        }
        line(2, format_args!("</toolspecific>"));
    }
    line(2, format_args!("<page id=\"page\">"));
    for (i, place) in net.places.iter().enumerate() {
        let tokens = match place.tokens {
            0 => String::new(),
            n => format!("<initialMarking><text>{n}</text></initialMarking>"),
        };
        line(3, format_args!("<place id=\"p{i}\">{}{tokens}</place>", name(&place.name)));
    }
    for (i, transition) in net.transitions.iter().enumerate() {
        let words = transition.lost.iter().map(|b| format!("<beyond what=\"{}\"/>", b.word()));
        let mut words: String = words.collect();
        if !words.is_empty() {
            words = format!("{TOOL}{words}</toolspecific>");
        }
        let name = name(&transition.name);
        line(3, format_args!("<transition id=\"t{i}\">{name}{words}</transition>"));
    }
    let mut number = 0;
    for (i, transition) in net.transitions.iter().enumerate() {
        let takes = transition.takes.iter().map(|(p, n)| (format!("p{p}"), format!("t{i}"), n));
        let makes = transition.makes.iter().map(|(p, n)| (format!("t{i}"), format!("p{p}"), n));
        for (from, to, n) in takes.chain(makes) {
            let ends = format!("id=\"a{number}\" source=\"{from}\" target=\"{to}\"");
            number += 1;
            match n {
                1 => line(3, format_args!("<arc {ends}/>")),
                n => line(
                    3,
                    format_args!("<arc {ends}><inscription><text>{n}</text></inscription></arc>"),
                ),
            }
        }
    }
    line(2, format_args!("</page>"));
    line(1, format_args!("</net>"));
    line(0, format_args!("</pnml>"));
    out
}

fn name(text: &str) -> String {
    format!("<name><text>{}</text></name>", escape(text))
}

/// Why a text is no net as [`write()`] writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PnmlError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for PnmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for PnmlError {}

/// Reads what [`write()`] has written. Elements that it does not write are passed over.
pub fn read(text: &str) -> Result<PetriNet, PnmlError> {
    let mut xml = quick_xml::Reader::from_str(text);
    xml.config_mut().expand_empty_elements = true;
    let mut reader = Reader { open: Vec::new(), net: PetriNet::default(), ids: Ids::default() };
    loop {
        let event = xml.read_event();
        let result = match event {
            Ok(Event::Eof) => match reader.open.last() {
                Some(element) => Err(format!("`{}` is not closed", element.name)),
                None => return Ok(reader.net),
            },
            Ok(event) => reader.event(&event),
            Err(error) => Err(error.to_string()),
        };
        result.map_err(|what| {
            let end = usize::try_from(xml.buffer_position()).unwrap_or(text.len());
            let before = text.as_bytes().get(..end).unwrap_or_default();
            PnmlError { line: before.iter().filter(|byte| **byte == b'\n').count() + 1, what }
        })?;
    }
}

/// What identifiers stand for.
#[derive(Default)]
struct Ids {
    places: FxHashMap<String, usize>,
    transitions: FxHashMap<String, usize>,
}

struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    /// The number in an arc's inscription.
    weight: u64,
}

impl Element {
    fn new(tag: &BytesStart<'_>) -> Read<Element> {
        let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| error.to_string())?;
            attributes.push((key, value.into_owned()));
        }
        Ok(Element { name, attributes, text: String::new(), weight: 1 })
    }

    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// The net so far, and the elements around the place that is read.
struct Reader {
    open: Vec<Element>,
    net: PetriNet,
    ids: Ids,
}

/// What is wrong, in words; the caller adds the line.
type Read<T> = Result<T, String>;

impl Reader {
    fn event(&mut self, event: &Event<'_>) -> Read<()> {
        match event {
            Event::Start(tag) => self.begin(Element::new(tag)?),
            Event::End(_) => self.close(),
            Event::Text(text) => self.text(&text.decode().map_err(|e| e.to_string())?),
            Event::CData(text) => self.text(&text.decode().map_err(|e| e.to_string())?),
            Event::GeneralRef(reference) => self.text(&resolved(reference)?),
            _ => Ok(()),
        }
    }

    fn text(&mut self, text: &str) -> Read<()> {
        if let Some(element) = self.open.last_mut() {
            element.text.push_str(text);
        }
        Ok(())
    }

    /// An element begins: places and transitions get their numbers.
    fn begin(&mut self, element: Element) -> Read<()> {
        let id = element.attribute("id").unwrap_or_default().to_owned();
        match element.name.as_str() {
            "place" => {
                self.ids.places.insert(id, self.net.places.len());
                self.net.places.push(PetriPlace { name: String::new(), tokens: 0 });
            }
            "transition" => {
                self.ids.transitions.insert(id, self.net.transitions.len());
                let (takes, makes, lost) = (Vec::new(), Vec::new(), Vec::new());
                let name = String::new();
                self.net.transitions.push(PetriTransition { name, takes, makes, lost });
            }
            "beyond" => {
                let word = element.attribute("what").unwrap_or_default();
                let found = LostMeaning::ALL.into_iter().find(|b| b.word() == word);
                let found = found.ok_or_else(|| format!("nothing is called `{word}`"))?;
                if self.open.iter().any(|e| e.name == "transition") {
                    let last = self.net.transitions.last_mut();
                    last.expect("a transition is open").lost.push(found);
                }
            }
            _ => {}
        }
        self.open.push(element);
        Ok(())
    }

    /// An element ends: now its text is known.
    fn close(&mut self) -> Read<()> {
        let element = self.open.pop().ok_or("an element ends that did not begin")?;
        let n = self.open.len();
        // A text is interpreted by its two enclosing elements; everything else (graphics, other
        // tools) is skipped.
        let around = |i: usize| self.open.get(n.wrapping_sub(i)).map(|e| e.name.as_str());
        match (element.name.as_str(), around(1), around(2)) {
            ("text", Some("name"), Some("net")) => self.net.name = element.text,
            ("text", Some("name"), Some("place")) => self.last_place().name = element.text,
            ("text", Some("name"), Some("transition")) => {
                let last = self.net.transitions.last_mut();
                last.expect("a transition is open").name = element.text;
            }
            ("text", Some("initialMarking"), Some("place")) => {
                self.last_place().tokens = number(&element.text)?;
            }
            ("text", Some("inscription"), Some("arc")) => {
                self.open[n - 2].weight = number(&element.text)?;
            }
            ("arc", ..) => self.arc(&element)?,
            _ => {}
        }
        Ok(())
    }

    fn last_place(&mut self) -> &mut PetriPlace {
        self.net.places.last_mut().expect("a place is open")
    }

    fn arc(&mut self, arc: &Element) -> Read<()> {
        let end = |name| arc.attribute(name).unwrap_or_default();
        let (from, to) = (end("source"), end("target"));
        let place = |id: &str| self.ids.places.get(id).copied();
        let transition = |id: &str| self.ids.transitions.get(id).copied();
        // Arcs are bipartite: from a place to a transition or back. References to later
        // elements are errors, since `write` lists arcs last.
        if let (Some(p), Some(t)) = (place(from), transition(to)) {
            self.net.transitions[t].takes.push((p, arc.weight));
        } else if let (Some(t), Some(p)) = (transition(from), place(to)) {
            self.net.transitions[t].makes.push((p, arc.weight));
        } else {
            return Err(format!("there is no arc from `{from}` to `{to}`"));
        }
        Ok(())
    }
}

fn number(text: &str) -> Read<u64> {
    text.trim().parse().map_err(|_| format!("`{text}` is not a number"))
}

/// The text that an entity (`&lt;`, `&#65;`) stands for.
fn resolved(reference: &BytesRef<'_>) -> Read<String> {
    let name = reference.decode().map_err(|error| error.to_string())?;
    let text = quick_xml::escape::unescape(&format!("&{name};")).map(std::borrow::Cow::into_owned);
    text.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::export::{LostMeaning, PetriNet, PetriPlace, PetriTransition};

    fn small() -> PetriNet {
        let place = |name: &str, tokens| PetriPlace { name: name.to_owned(), tokens };
        PetriNet {
            name: "a < b & \"c\"".to_owned(),
            places: vec![place("p", 2), place("&lt;", 0)],
            transitions: vec![PetriTransition {
                name: "t".to_owned(),
                takes: vec![(0, 2)],
                makes: vec![(0, 1), (1, 1)],
                lost: vec![LostMeaning::Quiet],
            }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read(&write(&small())), Ok(small()));
    }

    #[test]
    fn what_is_no_net_is_refused_with_its_line() {
        let why = |text: &str| read(text).unwrap_err().to_string();
        for text in ["<pnml>\n<net", "<pnml>\n</net>", "<pnml>\n<net a>", "<pnml>\n&what;"] {
            assert!(why(text).starts_with("line 2: "), "{}", why(text));
        }
        assert_eq!(why("<pnml>"), "line 1: `pnml` is not closed");
        let text = write(&small()).replace("source=\"p0\"", "source=\"p7\"");
        assert_eq!(why(&text), "line 12: there is no arc from `p7` to `t0`");
    }
}
