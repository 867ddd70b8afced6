//! A whole game: rules as text, played in the terminal against the computer.

const RULES: &str = r#"
#title "Take the last match".
player : type.  you : player.  computer : player.  #players player.
turn player : pred.  match : pred.  win player : pred.  #win win.
stage play = {
  take-one : turn P * next P Q * match -o turn Q.
  take-two : turn P * next P Q * match * match -o turn Q.
}
#interactive play.
qui * stage play * turn P * next P Q -o stage over * win Q.
stage over = {}
#trace _ play { turn you, match, match, match, match, match, match, match }.
"#;

fn main() {
    let game = senet::Program::parse(RULES).and_then(|rules| rules.compile(Default::default()));
    let playing = senet::Match::builder(game.expect("the rules are fine").into());
    senet::play(playing.seat(senet::Person).seat(senet::Bot::random()).build().expect("two seats"));
}
