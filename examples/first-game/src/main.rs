//! A whole game: rules as text, played in the terminal against the computer.

const RULES: &str = r#"
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
    let game = senet::text(RULES).expect("the rules are fine");
    senet::play("Take the last match", game, &["human", "random"]).expect("two can play");
}
