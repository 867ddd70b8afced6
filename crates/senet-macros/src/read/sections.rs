//! The sections, as they are read one by one.

use super::{block, values};
use crate::declaration::{
    About, Alternatives, Board, Chance, Field, Function, Initial, InitialBoard, Kind, Outcome,
    Scene,
};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Ident, LitStr, Result, Token, bracketed, token};

const KNOWN: &[&str] = &[
    "board",
    "piece",
    "player",
    "state",
    "move",
    "valid",
    "moves",
    "outcome",
    "score",
    "reason",
    "chance",
    "initial",
    "parse",
    "name",
    "clicks",
    "seen_by",
    "determinize",
    "glyph",
    "owner",
    "scene",
    "limit",
    "repeat",
    "about",
];

/// What was read so far.
#[derive(Default)]
pub(super) struct Sections {
    seen: Vec<String>,
    pub(super) board: Option<Board>,
    pub(super) piece: Option<Alternatives>,
    pub(super) player: Option<Alternatives>,
    pub(super) state: Vec<Field>,
    pub(super) mv: Option<Kind>,
    pub(super) valid: Option<Function>,
    pub(super) moves: Option<Function>,
    pub(super) outcome: Option<Outcome>,
    pub(super) score: Option<Function>,
    pub(super) reason: Option<Function>,
    pub(super) chance: Option<Chance>,
    pub(super) initial: Initial,
    pub(super) parse: Option<Function>,
    pub(super) name: Option<Function>,
    pub(super) clicks: Option<Function>,
    pub(super) seen_by: Option<Function>,
    pub(super) determinize: Option<Function>,
    pub(super) glyph: Option<Function>,
    pub(super) owner: Option<Function>,
    pub(super) scene: Option<Scene>,
    pub(super) limit: Option<Expr>,
    pub(super) repeat: Option<Expr>,
    pub(super) about: About,
}

impl Sections {
    /// Reads the next section.
    pub(super) fn read(&mut self, input: ParseStream<'_>) -> Result<()> {
        let key = block::key(input, "section", Some(KNOWN), &mut self.seen)?;
        let before = input.cursor();
        self.value(&key, input)?;
        let braces = block::ends_in_braces(before, input.cursor());
        block::end(input, braces, &key, ";")
    }

    fn value(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        let function = |gets: &[&str]| values::function(input, key, gets).map(Some);
        let of_move = ["game", "mv"];
        match key.to_string().as_str() {
            "board" => self.board = Some(values::board(input)?),
            "piece" => self.piece = Some(values::alternatives(input)?),
            "player" => self.player = Some(values::alternatives(input)?),
            "state" => self.state = values::state(input)?,
            "move" => self.mv = Some(values::kind(input)?),
            "valid" => self.valid = function(&of_move)?,
            "moves" => self.moves = function(&["game"])?,
            "outcome" => self.outcome = Some(outcome(input, key)?),
            "score" => self.score = function(&["game", "player"])?,
            "reason" => self.reason = function(&["game"])?,
            "chance" => self.chance = Some(chance(input, key)?),
            "initial" => self.initial = initial(input)?,
            "parse" => self.parse = function(&["text"])?,
            "name" => self.name = function(&of_move)?,
            "clicks" => self.clicks = function(&of_move)?,
            "seen_by" => self.seen_by = function(&of_move)?,
            "determinize" => self.determinize = function(&["game", "player", "rng"])?,
            "glyph" => self.glyph = function(&["piece"])?,
            "owner" => self.owner = function(&["piece"])?,
            "scene" => self.scene = Some(scene(input, key)?),
            "limit" => self.limit = Some(input.parse()?),
            "repeat" => self.repeat = Some(input.parse()?),
            _ => self.about = about(input)?,
        }
        Ok(())
    }
}

fn outcome(input: ParseStream<'_>, section: &Ident) -> Result<Outcome> {
    let of_move = ["game", "mv"];
    if !input.peek(token::Brace) {
        return values::function(input, section, &of_move).map(Outcome::Custom);
    }
    let (mut win, mut tie, mut otherwise, mut stuck) = (None, None, None, None);
    block::entries(input, "part", Some(&["win", "tie", "else", "stuck"]), |key, input| {
        match key.to_string().as_str() {
            "win" => win = Some(values::function(input, key, &of_move)?),
            "tie" => tie = Some(values::function(input, key, &of_move)?),
            "else" => otherwise = Some(values::function(input, key, &of_move)?),
            _ => stuck = Some(values::word(input, &["pass", "lose", "win", "tie"])?),
        }
        Ok(())
    })?;
    let otherwise = otherwise.ok_or_else(|| lacks(section, "else: |game, mv| …"))?;
    Ok(Outcome::Parts { win, tie, otherwise, stuck })
}

fn chance(input: ParseStream<'_>, section: &Ident) -> Result<Chance> {
    let (mut when, mut kind, mut otherwise) = (None, None, None);
    let (mut valid, mut weight, mut seen_by) = (None, None, None);
    let known = ["when", "move", "valid", "weight", "seen_by", "else"];
    block::entries(input, "part", Some(&known), |key, input| {
        let function = |gets: &[&str]| values::function(input, key, gets).map(Some);
        let of_move = ["game", "what"];
        match key.to_string().as_str() {
            "when" => when = function(&["game"])?,
            "move" => kind = Some(values::kind(input)?),
            "valid" => valid = function(&of_move)?,
            "weight" => weight = function(&of_move)?,
            "seen_by" => seen_by = function(&of_move)?,
            _ => otherwise = function(&of_move)?,
        }
        Ok(())
    })?;
    Ok(Chance {
        when: when.ok_or_else(|| lacks(section, "when: |game| …"))?,
        kind: kind.ok_or_else(|| lacks(section, "move: 1..=6"))?,
        otherwise: otherwise.ok_or_else(|| lacks(section, "else: |game, what| …"))?,
        valid,
        weight,
        seen_by,
    })
}

fn initial(input: ParseStream<'_>) -> Result<Initial> {
    let mut initial = Initial::default();
    block::entries(input, "field", None, |key, input| {
        match key.to_string().as_str() {
            "board" => initial.board = Some((key.span(), initial_board(input)?)),
            "turn" => initial.turn = Some(input.parse()?),
            _ => initial.fields.push((key.clone(), input.parse()?)),
        }
        Ok(())
    })?;
    Ok(initial)
}

fn initial_board(input: ParseStream<'_>) -> Result<InitialBoard> {
    let ahead = input.fork();
    let all = ahead.parse::<Ident>().is_ok_and(|word| word == "all");
    if all && (ahead.peek(Ident) || ahead.peek(Token![_])) {
        input.parse::<Ident>()?;
        let empty = input.parse::<Option<Token![_]>>()?.is_some();
        return Ok(InitialBoard::All(if empty { None } else { Some(input.parse()?) }));
    }
    Ok(InitialBoard::Custom(input.parse()?))
}

fn scene(input: ParseStream<'_>, section: &Ident) -> Result<Scene> {
    let (mut shape, mut pieces) = (None, None);
    block::entries(input, "part", Some(&["shape", "pieces"]), |key, input| {
        match key.to_string().as_str() {
            "shape" => shape = Some(input.parse()?),
            _ => pieces = Some(values::function(input, key, &["game"])?),
        }
        Ok(())
    })?;
    Ok(Scene {
        shape: shape.ok_or_else(|| lacks(section, "shape: Shape::Ring { cells: 12 }"))?,
        pieces: pieces.ok_or_else(|| lacks(section, "pieces: |game| …"))?,
    })
}

fn about(input: ParseStream<'_>) -> Result<About> {
    let mut about = About::default();
    let known = ["name", "title", "tags", "origin", "goal"];
    block::entries(input, "part", Some(&known), |key, input| {
        match key.to_string().as_str() {
            "name" => about.name = Some(input.parse()?),
            "title" => about.title = Some(input.parse()?),
            "origin" => about.origin = Some(input.parse()?),
            "goal" => about.goal = Some(input.parse()?),
            _ => {
                let inside;
                bracketed!(inside in input);
                let tags = inside.parse_terminated(<LitStr as Parse>::parse, Token![,])?;
                about.tags = tags.into_iter().collect();
            }
        }
        Ok(())
    })?;
    Ok(about)
}

fn lacks(section: &Ident, part: &str) -> Error {
    Error::new(section.span(), format!("`{section}` lacks `{part}`"))
}
