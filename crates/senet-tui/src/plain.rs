//! A game as a conversation, line by line.

use crate::lines::{Completions, PromptAnswer};
use crate::shell::Shell;
use crate::words;
use senet_draw::{Marks, TextStyle, view_text};
use senet_game::{LimitKind, Observer, Seat, capitalized};
use senet_match::{
    Action, Bot, Hint, LegalMove, Match, MatchStatus, MoveNotFound, Participant, ParticipantKind,
    PlayerError, Record, SearchConfig, SeenPlay, Snapshot, find_move, notation, places_typed,
};
use std::time::Duration;

/// How the conversation ended.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayEnd {
    /// The game is over.
    Over,
    /// A person left before the end.
    Early,
    /// A limit was reached between two moves.
    Stopped(LimitKind),
    /// A bot could not move.
    Failed(PlayerError),
}

/// Plays a match to its end, or until a person leaves. Gives the match back as it was left.
pub fn play(playing: Match, shell: &mut dyn Shell) -> (Match, PlayEnd) {
    let looked = only_person(&playing);
    let mut talk = Talk { playing, shell, looked, written: None, kept: None, dealt: Vec::new() };
    talk.begin();
    let left = talk.hold();
    (talk.playing, left)
}

struct Talk<'a> {
    playing: Match,
    shell: &'a mut dyn Shell,
    /// The seat whose player looked at the screen last.
    looked: Option<Seat>,
    /// The last move of a bot as players write it.
    written: Option<String>,
    /// How many moves there were when the game was saved last.
    kept: Option<u64>,
    /// What chance has done since something else was said: told as one paragraph.
    dealt: Vec<String>,
}

/// The seat of the person who plays alone, against bots or nobody: from the start, things are told as that seat
/// sees them.
fn only_person(playing: &Match) -> Option<Seat> {
    let all = playing.snapshot(Observer::Public).participants;
    let mut people = (0..all.len()).filter(|at| all[*at].kind == ParticipantKind::Person);
    let first = people.next()?;
    people.next().is_none().then_some(Seat(first as u8))
}

/// What to do after an answer.
enum Next {
    /// The position has changed.
    Go,
    /// Ask again.
    Ask,
    /// Leave.
    Leave,
}

impl Talk<'_> {
    /// The title, what the game says at the start, what is played for, and who plays.
    fn begin(&mut self) {
        let now = self.playing.snapshot(Observer::Public);
        self.shell.say(&now.title);
        let game = self.playing.game().clone();
        let lines = game.intro().iter().cloned().chain(words::goals(&*game, &now));
        for line in lines.chain(words::opponents(&now)) {
            let wrapped = words::wrapped(&line, self.shell.width());
            self.shell.say(&wrapped);
        }
        if self.playing.plays() == 0 {
            let observer = self.looked.map_or(Observer::Public, Observer::Seat);
            let told = self.playing.told(observer);
            self.tell(told.after.iter());
        }
    }

    fn hold(&mut self) -> PlayEnd {
        loop {
            self.evaluate();
            loop {
                let moved = self.advance();
                // An interrupted bot plays what it has found so far, or thinks again.
                if self.shell.interrupted() {
                    self.tell_dealt();
                    if self.leaves() {
                        return PlayEnd::Early;
                    }
                }
                match moved {
                    Ok(true) => {
                        self.tell_last();
                        self.evaluate();
                    }
                    Ok(false) => break,
                    Err(PlayerError::Cancelled) => {}
                    Err(why) => {
                        self.tell_dealt();
                        return PlayEnd::Failed(why);
                    }
                }
            }
            let public = self.playing.snapshot(Observer::Public);
            match &public.status {
                MatchStatus::Over(outcome, _) => {
                    // Nothing is secret any more.
                    self.draw(&self.playing.snapshot(Observer::All));
                    self.shell.say(&public.sentence());
                    if let Some(scores) = &outcome.scores {
                        self.shell.say(&words::scores(&public, scores));
                    }
                    if !self.afterwards(&public) {
                        return PlayEnd::Over;
                    }
                }
                MatchStatus::Stopped(kind) => return PlayEnd::Stopped(*kind),
                MatchStatus::Chance => {}
                MatchStatus::Turn(seat) => {
                    self.hand_over(&public, *seat);
                    if !self.turn(*seat) {
                        return PlayEnd::Early;
                    }
                }
            }
        }
    }

    /// Lets chance or the bot whose turn it is move, and shows that it thinks.
    fn advance(&mut self) -> Result<bool, PlayerError> {
        let now = self.playing.snapshot(Observer::Public);
        let bot = match now.status {
            MatchStatus::Turn(seat) => {
                let person = |p: &Participant| p.kind == ParticipantKind::Person;
                let of_seat = now.participants.get(usize::from(seat.0));
                of_seat.is_some_and(|p| !person(p)).then_some(seat)
            }
            _ => None,
        };
        if now.status != MatchStatus::Chance {
            self.tell_dealt();
        }
        if let Some(seat) = bot {
            self.shell.thinks(&format!("{} is thinking", capitalized(&now.who(seat))));
        }
        let choices =
            bot.map_or(Vec::new(), |seat| self.playing.snapshot(Observer::Seat(seat)).choices);
        let moved = self.playing.advance(self.shell.environment());
        if bot.is_some() {
            self.shell.thought();
        }
        self.written = self.as_written(&choices);
        moved
    }

    /// The last move as players write it, if it was one of these.
    fn as_written(&self, choices: &[LegalMove]) -> Option<String> {
        let observer = self.looked.map_or(Observer::Public, Observer::Seat);
        let SeenPlay::Move(mv) = self.playing.snapshot(observer).last?.play else { return None };
        let at = choices.iter().position(|choice| choice.shown == mv)?;
        notation(choices, at).map(str::to_owned)
    }

    /// A hint for the one whose turn it is.
    fn hint(&mut self) -> Result<Option<Hint>, PlayerError> {
        let bot = Bot::mcts(SearchConfig::new(self.shell.hint_limit()));
        self.shell.thinks("Thinking");
        let hint = self.playing.hint(bot, self.shell.environment());
        self.shell.thought();
        self.shell.interrupted(); // what was found so far is the hint
        hint
    }

    /// Whether leaving would lose moves: at a terminal, with moves that no file has.
    fn would_lose(&self, now: &Snapshot) -> bool {
        self.shell.screen() && now.moves > 0 && self.kept != Some(self.playing.plays())
    }

    /// After Ctrl-C, or before moves are lost: whether they leave, perhaps after saving.
    fn leaves(&mut self) -> bool {
        let commands = ["save", "quit"].map(str::to_owned).to_vec();
        self.shell.offer(Completions { texts: commands, whole_lines: true, arrows: false });
        loop {
            let line = match self
                .shell
                .ask("Leave? `save FILE` keeps the game, `quit` leaves, Enter goes on> ")
            {
                PromptAnswer::Line(line) => line,
                PromptAnswer::Interrupted | PromptAnswer::End => return true,
            };
            match first_word(&line) {
                ("" | "n" | "no", _) => return false,
                ("q" | "quit" | "exit" | "y" | "yes", _) => return true,
                ("save", name) if self.keep(name) => return true,
                ("save", _) => {}
                _ => self.shell.say("Press Enter to go on, or type `save FILE` or `quit`."),
            }
        }
    }

    /// At a terminal, a game that is over can still be saved or taken back; `true` if it goes on.
    fn afterwards(&mut self, end: &Snapshot) -> bool {
        let people = end.participants.iter().any(|p| p.kind == ParticipantKind::Person);
        while people && self.shell.screen() {
            let commands = ["save", "undo", "quit"].map(str::to_owned).to_vec();
            self.shell.offer(Completions { texts: commands, whole_lines: true, arrows: false });
            let PromptAnswer::Line(line) = self.shell.ask("save FILE, undo or quit> ") else {
                return false;
            };
            match first_word(&line) {
                ("save", name) => {
                    self.keep(name);
                }
                ("undo" | "u", "") => {
                    return self.playing.act(&Action::Undo, Duration::ZERO).is_ok();
                }
                ("quit" | "exit" | "q" | "", _) => return false,
                _ => self.shell.say("The game is over: it can be saved or taken back."),
            }
        }
        false
    }

    /// Says what chance or a bot just did.
    fn tell_last(&mut self) {
        let now = self.playing.snapshot(self.looked.map_or(Observer::Public, Observer::Seat));
        let Some(last) = &now.last else {
            return;
        };
        let told = self.playing.told(self.looked.map_or(Observer::Public, Observer::Seat));
        if told.of_the_move.is_empty() && !told.silent {
            self.tell_dealt();
            let who = last.seat.map_or("Chance".to_owned(), |s| capitalized(&now.who(s)));
            let text = last.play.text();
            let said = match &self.written {
                Some(written) if *written == text => format!("{who}: {text}"),
                Some(written) => format!("{who}: {written} ({text})"),
                None if last.seat.is_none() && text == HIDDEN => {
                    "Chance decides something hidden.".to_owned()
                }
                None => format!("{who}: {text}"),
            };
            self.shell.say(&words::wrapped(&said, self.shell.width()));
        }
        let sentences = told.of_the_move.iter().chain(&told.after);
        match last.seat {
            None => self.dealt.extend(sentences.cloned()),
            Some(_) => self.tell(sentences),
        }
    }

    /// Says what chance has done: a hand that is dealt is one paragraph, not a line for each card.
    fn tell_dealt(&mut self) {
        if !self.dealt.is_empty() {
            let paragraph = std::mem::take(&mut self.dealt).join(" ");
            self.tell([&paragraph].into_iter());
        }
    }

    /// Says what followed from the move of a person.
    fn tell_own(&mut self, seat: Seat) {
        let told = self.playing.told(Observer::Seat(seat));
        self.tell(told.of_the_move.iter().chain(&told.after));
    }

    fn tell<'t>(&mut self, sentences: impl Iterator<Item = &'t String>) {
        for sentence in sentences {
            self.shell.say(&words::wrapped(sentence, self.shell.width()));
        }
    }

    /// Says who is ahead, if that is wanted and gives no secret away.
    fn evaluate(&mut self) {
        let public = self.playing.snapshot(Observer::Public);
        let (true, MatchStatus::Turn(seat)) = (self.shell.evaluates(), &public.status) else {
            return;
        };
        let person = |at: usize| public.participants[at].kind == ParticipantKind::Person;
        let alone = (0..public.participants.len()).filter(|at| person(*at)).count() == 1;
        let secrets = self.playing.game().has_hidden_information();
        if secrets && !(alone && person(usize::from(seat.0))) {
            return;
        }
        if let Ok(Some(hint)) = self.hint() {
            self.shell.say(&words::evaluation(&public, &hint));
        }
    }

    /// Where two people share a screen and have secrets, the screen is cleared in between.
    fn hand_over(&mut self, public: &Snapshot, seat: Seat) {
        let before = self.looked.replace(seat);
        let people =
            public.participants.iter().filter(|p| p.kind == ParticipantKind::Person).count();
        let secrets = self.playing.game().has_hidden_information();
        if people < 2 || !secrets || before == Some(seat) || !self.shell.screen() {
            return;
        }
        self.shell.say(&format!("{CLEAR}{}", public.title));
        let who = public.who(seat);
        let prompt = format!("Hand the screen to {who}, who then presses Enter. ");
        self.shell.ask(&prompt);
    }

    /// A person's turn, up to a move; `false` if they leave.
    fn turn(&mut self, seat: Seat) -> bool {
        let now = self.playing.snapshot(Observer::Seat(seat));
        self.draw(&now);
        if now.seats.len() > 1 {
            self.shell.say(&now.sentence());
        }
        if let Some(clocks) = words::clocks(&now) {
            self.shell.say(&clocks);
        }
        let menu = words::menu(&now, self.shell.width(), false);
        self.shell.say(menu.trim_end_matches('\n'));
        if now.choices.len() == 1 && !now.can_swap {
            self.shell.say("  It is the only move: Enter makes it.");
        }
        let prompt = match now.seats.len() {
            1 => "> ".to_owned(),
            _ => format!("{}> ", now.seats[usize::from(seat.0)]),
        };
        let began = self.shell.environment().now();
        let left = now.left.get(usize::from(seat.0)).copied();
        loop {
            self.shell.offer(words::completions(&now, COMMANDS));
            let so_far = self.shell.environment().now().saturating_sub(began);
            let answer = match left {
                Some(left) => self.shell.ask_in_time(&prompt, left.saturating_sub(so_far)),
                None => self.shell.ask(&prompt),
            };
            let line = match answer {
                PromptAnswer::Line(line) => line,
                PromptAnswer::Interrupted if self.leaves() => return false,
                PromptAnswer::Interrupted => continue,
                PromptAnswer::End => return false,
            };
            let spent = self.shell.environment().now().saturating_sub(began);
            // Whatever is typed after the time has run out, the game is lost.
            if left.is_some_and(|left| spent > left) {
                let out = Action::OutOfTime(seat);
                return self.playing.act(&out, Duration::ZERO).is_ok();
            }
            let next = match self.understand(&line, &now) {
                Ok(choice) => {
                    let action = Action::Move(choice.name.clone());
                    let done = self.playing.act(&action, spent).map_err(|e| e.to_string());
                    if done.is_ok() {
                        self.tell_own(seat);
                    }
                    self.done(done)
                }
                Err(sentence) => self.command(&line, &now, seat, &sentence),
            };
            match next {
                Next::Go => return true,
                Next::Ask => {}
                Next::Leave if self.would_lose(&now) && !self.leaves() => {}
                Next::Leave => return false,
            }
        }
    }

    fn done(&mut self, result: Result<(), String>) -> Next {
        match result {
            Ok(()) => Next::Go,
            Err(why) => {
                self.shell.say(&format!("That is not possible: {why}."));
                Next::Ask
            }
        }
    }

    /// The move that a line means; or a sentence that says why it means none. A word that is a
    /// command means a move only if it is the whole of that move.
    fn understand<'s>(&self, line: &str, now: &'s Snapshot) -> Result<&'s LegalMove, String> {
        if let ([only], "", false) = (now.choices.as_slice(), line, now.can_swap) {
            return Ok(only);
        }
        let read = self.playing.parse_move(line);
        let read = read.and_then(|name| now.choices.iter().position(|c| c.name == name));
        let found = read.map_or_else(|| find_move(line, &now.choices, &now.view), Ok);
        // What is said back is short, however much was typed.
        let said: String = line.chars().take(60).collect();
        match found {
            Ok(at) => {
                let choice = &now.choices[at];
                let whole = choice.name == line || choice.shown.text == line;
                let command = COMMANDS.contains(&first_word(line).0);
                if command && !whole { Err(String::new()) } else { Ok(choice) }
            }
            Err(MoveNotFound::Several(some)) => {
                let texts =
                    some.iter().take(4).map(|i| format!("`{}`", now.choices[*i].shown.text));
                let mut texts: Vec<String> = texts.collect();
                if some.len() > texts.len() {
                    texts.push(format!("{} more", some.len() - texts.len()));
                }
                Err(format!("`{said}` could be {}: say a little more.", texts.join(", ")))
            }
            Err(MoveNotFound::Nothing) => Err(words::refusal(&said, now)),
        }
    }

    fn command(&mut self, line: &str, now: &Snapshot, seat: Seat, otherwise: &str) -> Next {
        let (word, rest) = first_word(line);
        let action = match word {
            "" => return Next::Ask,
            "quit" | "exit" | "q" => return Next::Leave,
            "rules" => {
                let rules = self.playing.game().info().rules.clone();
                let game = self.playing.game().clone();
                for line in std::iter::once(rules).chain(words::goals(&*game, now)) {
                    self.shell.say(&words::wrapped(&line, self.shell.width()));
                }
                return Next::Ask;
            }
            "help" | "?" => {
                self.shell.say(words::HELP);
                return Next::Ask;
            }
            "board" => {
                self.draw(now);
                return Next::Ask;
            }
            "moves" => {
                let menu = words::menu(now, self.shell.width(), true);
                self.shell.say(menu.trim_end_matches('\n'));
                return Next::Ask;
            }
            "hint" | "h" => {
                let hint = self.hint();
                let at = |h: &Hint| now.choices.iter().position(|c| c.name == h.name);
                let found = match hint {
                    Ok(hint) => hint.and_then(|h| at(&h).map(|at| (h, at))),
                    Err(why) => {
                        self.shell.say(&format!("There is no hint: {why}."));
                        None
                    }
                };
                if let Some((hint, at)) = found {
                    let text = &now.choices[at].shown.text;
                    let said = match notation(&now.choices, at) {
                        Some(written) if written != text => {
                            format!("You could play {written} ({text}).")
                        }
                        _ => format!("You could play: {text}."),
                    };
                    self.shell.say(&words::wrapped(&said, self.shell.width()));
                    let reason = words::reason(&hint, now.seats.len() == 1);
                    self.shell.say(&words::wrapped(&reason, self.shell.width()));
                }
                return Next::Ask;
            }
            "save" => {
                self.keep(rest);
                return Next::Ask;
            }
            "load" => return self.load(rest),
            "undo" | "u" => Action::Undo,
            "redo" => Action::Redo,
            "swap" => Action::Swap,
            "resign" => Action::Resign(seat),
            _ => {
                // What a place or the menu says for itself needs no reason from the rules.
                let simple = otherwise.ends_with("is taken.") || otherwise.contains("could be");
                let places = if simple { Vec::new() } else { places_typed(line, &now.view) };
                match self.playing.refusal(&places) {
                    Some(why) => self.shell.say(&format!("{line} is not possible: {why}.")),
                    None => self.shell.say(otherwise),
                }
                return Next::Ask;
            }
        };
        let done = self.playing.act(&action, Duration::ZERO).map_err(|e| e.to_string());
        if action == Action::Swap && done.is_ok() {
            self.shell.say("The seats are swapped.");
        }
        self.done(done)
    }

    /// Saves the game; whether that worked.
    fn keep(&mut self, name: &str) -> bool {
        if name.is_empty() {
            self.shell.say("Save where? Type a name: `save game.txt`.");
            return false;
        }
        // A name with the ending of a notation asks for it, if the game has one.
        let wants = name.ends_with(".pgn") || name.ends_with(".pdn");
        let text = match wants.then(|| self.playing.transcript()) {
            None => self.playing.record().to_string(),
            Some(Some(text)) => text,
            Some(None) => {
                self.shell
                    .say("It could not be saved so: the moves of this game have no notation.");
                return false;
            }
        };
        let saved = self.shell.save(name, &text);
        let said = match &saved {
            Ok(()) => format!("Saved as {name}."),
            Err(why) => format!("It could not be saved: {why}."),
        };
        self.shell.say(&said);
        if saved.is_ok() {
            self.kept = Some(self.playing.plays());
        }
        saved.is_ok()
    }

    fn load(&mut self, name: &str) -> Next {
        if name.is_empty() {
            self.shell.say("Load what? Type a name: `load game.txt`.");
            return Next::Ask;
        }
        let record = self.shell.load(name).and_then(|text| {
            let record: Result<Record, _> = text.parse();
            record.map_err(|e| e.to_string())
        });
        match record.and_then(|record| self.shell.replay(&record)) {
            Ok(playing) => {
                self.looked = only_person(&playing);
                self.playing = playing;
                let title = self.playing.snapshot(Observer::Public).title;
                self.shell.say(&format!("{title}, as it was saved."));
                Next::Go
            }
            Err(why) => {
                self.shell.say(&format!("It could not be loaded: {why}."));
                Next::Ask
            }
        }
    }

    fn draw(&mut self, now: &Snapshot) {
        let last = match &now.last {
            Some(seen) => match &seen.play {
                SeenPlay::Move(mv) => mv.places.clone(),
                _ => Vec::new(),
            },
            None => Vec::new(),
        };
        let marks = Marks { last, deciding: now.deciding.clone(), ..Marks::default() };
        let marks = marks.with_goals(self.playing.game().goals());
        let style = TextStyle {
            colour: self.shell.colour(),
            width: self.shell.width(),
            ..TextStyle::default()
        };
        let drawn = view_text(&now.view, &marks, &now.seats, &style);
        if !drawn.is_empty() {
            self.shell.say(&format!("\n{}", drawn.trim_end_matches('\n')));
        }
    }
}

/// What observers see of a move that they may not know.
const HIDDEN: &str = "hidden";

/// Clears a terminal, and what can be scrolled back to.
const CLEAR: &str = "\x1b[H\x1b[2J\x1b[3J";

/// What can be typed beside moves.
const COMMANDS: &[&str] = &[
    "quit", "exit", "q", "help", "?", "board", "moves", "rules", "hint", "h", "save", "load",
    "undo", "u", "redo", "swap", "resign",
];

fn first_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    (word, rest.trim())
}
