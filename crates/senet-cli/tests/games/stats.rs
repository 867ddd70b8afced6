//! `senet stats`, `senet merge`, `senet sweep` and `senet report`.

use super::{file, senet, senet_with};

#[test]
fn statistics_are_the_same_on_any_number_of_threads() {
    let on = |threads: &str| {
        let said = senet(
            &format!(
                "stats othello --size 4 --playouts 1k --seed 3 --format json --threads {threads}"
            ),
            "",
        );
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    let one = on("1");
    assert!(one == on("2") && one == on("8"));
    let json: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(json["stats"]["playouts"], 1_000);
}

#[test]
fn shards_give_what_one_machine_prints() {
    let asked = [
        "stats",
        "tic-tac-toe",
        "--playouts",
        "700",
        "--seed",
        "4",
        "--where",
        "mark P b2",
        "--query",
        "place P b2 . any . win P",
    ];
    let mut parts = Vec::new();
    for shard in ["3/3", "1/3", "2/3"] {
        let path = file(&format!("shard-{}.json", &shard[..1]), "");
        let said = senet_with(&[&asked[..], &["--shard", shard, "-o", &path]].concat(), "");
        assert_eq!((said.code, said.out.as_str()), (0, ""), "{}", said.err);
        parts.push(path);
    }
    for format in ["text", "json", "csv"] {
        let whole = senet_with(&[&asked[..], &["--format", format]].concat(), "").out;
        let files: Vec<&str> = parts.iter().map(String::as_str).collect();
        let merged = senet_with(&[&["merge"], &files[..], &["--format", format]].concat(), "");
        assert_eq!(merged.out, whole);
    }
    let some = senet_with(&["merge", &parts[0], &parts[1]], "");
    assert!(some.code == 2 && some.err.contains("these are missing: 2"), "{}", some.err);
    let twice = senet_with(&["merge", &parts[0], &parts[1], &parts[2], &parts[2]], "");
    assert!(twice.err.contains("shard 2 is there twice"), "{}", twice.err);
}

#[test]
fn rules_that_never_fire_are_named() {
    let text = "player : type. x : player. #players player.\n\
                coin : pred. hat : pred. rabbit : pred. turn player : pred.\n\
                stage play = { take : coin * $turn P -o (). pull : hat * $turn P -o rabbit. }\n\
                #interactive play.\n#trace _ play { turn x, coin, coin }.\n";
    let path = file("never.cep", text);
    let said = senet_with(&["stats", &path, "--playouts", "50", "--seed", "1"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("never fired: pull"), "{}", said.out);
}

#[test]
fn a_report_is_one_page_that_needs_nothing_else() {
    let path = file("report.html", "");
    let asked = [
        "report",
        "tic-tac-toe",
        "--seed",
        "1",
        "--playouts",
        "300",
        "--games",
        "4",
        "--ladder",
        "random,level:1",
        "-o",
        &path,
    ];
    let said = senet_with(&asked, "");
    assert_eq!(said.code, 0, "{}", said.err);
    let page = std::fs::read_to_string(&path).expect("it was written");
    for part in [
        "Outcomes",
        "Length",
        "Choices",
        "The board",
        "Depth",
        "Rules",
        "Perfect play",
        "True of all plays",
        "Stages",
        "A play",
    ] {
        assert!(page.contains(&format!("<h2>{part}</h2>")), "{part}");
    }
    // No script, and no address but the names of formats.
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="));
    assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
}

#[test]
fn a_sweep_finds_the_known_thresholds_of_a_bias() {
    // Three in a row on nine cells is a draw with one stone a move, and won with two.
    let said = senet("sweep mnk --width 3 --height 3 --vary p=1..3 --solve --seed 1", "");
    assert!(said.out.contains("threshold: draw up to p 1, x wins from p 2"), "{}", said.out);
    let said = senet("sweep mnk --width 3 --height 3 --vary q=1..2 --solve --seed 1", "");
    assert!(said.out.contains("threshold: draw up to q 1, o wins from q 2"), "{}", said.out);
}

#[test]
fn queries_of_a_program_are_asked_and_have_names() {
    let coins = "coin : type. heads : coin. tails : coin. toss : pred. shows coin : pred.
        stage s = { throw : toss * (C : coin) -o shows C. }
        #observe both \"throw heads . any . throw tails\".
        #observe any-heads \"throw heads\".
        #trace _ s { toss, toss }.";
    let path = file("observed-coins.cep", coins);
    let said = senet(&format!("stats {path} --seed 1 --format json"), "");
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let queries = json["stats"]["queries"].as_array().unwrap();
    let names: Vec<&str> = queries.iter().map(|q| q["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["both", "any-heads"]);
    let share = |at: usize| queries[at]["matched"]["value"].as_f64().unwrap();
    assert!((share(0) - 0.25).abs() < 0.06, "{}", share(0));
    assert!((share(1) - 0.75).abs() < 0.06, "{}", share(1));
    // The name of one stands for it.
    let said = senet(&format!("run {path} --seed 1 --until any-heads"), "");
    assert_eq!(said.code, 0, "{}", said.err);
}

/// The box game: Maker wins against a Breaker who begins if and only if there are at most f(n, a) balls in n boxes
/// that are as even as can be, where f(1, a) = 0 and f(n, a) = ⌊n (f(n - 1, a) + a) / (n - 1)⌋ (Y. O. Hamidoune
/// and M. Las Vergnas, *A solution to the box game*, 1987).
#[test]
fn a_sweep_finds_the_thresholds_of_the_box_game() {
    let path = file("box.cep", include_str!("box.cep"));
    let most = |boxes: u64, a: u64| (2..=boxes).fold(0, |f, n| n * (f + a) / (n - 1));
    for balls in [2, 3, 4, 6] {
        let known =
            (1..=6).find(|a| 3 * balls <= most(3, *a)).expect("six balls a turn are enough");
        let asked = format!("sweep {path} --balls {balls} --vary a=1..6 --solve --seed 1");
        let said = senet(&asked, "");
        let expected = match known {
            1 => continue,
            n => format!("threshold: breaker wins up to a {}, maker wins from a {n}\n", n - 1),
        };
        assert!(said.out.ends_with(&expected), "{balls} balls: {}", said.out);
    }
}

#[test]
fn a_sweep_says_what_looks_like_a_mistake() {
    let hex = senet("sweep hex --vary size=2..3 --solve --seed 1", "");
    let lint = "lint: red, the first seat, wins all 2 variants: a swap rule would be fairer\n";
    assert!(hex.out.ends_with(lint), "{}", hex.out);
    let idle = "#option heap 3..5 = 4.\n#option spare 1..3 = 1.\nplayer : type. a : player. b : player.\n\
        #players player. turn player : pred. match nat : pred. win player : pred. #win win.\n\
        nat : type. z : nat. s nat : nat.\n\
        stage play = { take : turn P * next P Q * match (s N) -o match N * turn Q.\n\
        two : turn P * next P Q * match (s (s N)) -o match N * turn Q. }\n#interactive play.\n\
        stage over = {}\nqui * stage play * turn P * next P Q -o stage over * win Q.\n\
        #trace _ play { turn a, match heap }.\n";
    let path = file("idle.cep", idle);
    let asked = format!("sweep {path} --vary heap=3..4 --vary spare=1..3 --playouts 300 --seed 1");
    let said = senet(&asked, "");
    let lint = "lint: spare changes nothing: 300 playouts are the same for all 3 values\n";
    assert!(said.out.ends_with(lint), "{}{}", said.out, said.err);
    assert!(!said.out.contains("heap changes nothing"), "{}", said.out);
}

#[test]
fn figures_are_written_as_a_parquet_table() {
    let path = file("figures.parquet", "");
    let said = senet(&format!("stats tic-tac-toe --seed 1 --quick --parquet {path}"), "");
    assert_eq!(said.code, 0, "{}", said.err);
    let table = std::fs::read(&path).expect("it was written");
    assert!(table.starts_with(b"PAR1") && table.ends_with(b"PAR1"));
    let text = String::from_utf8_lossy(&table);
    assert!(text.contains("first move advantage") && text.contains("decisive"));
}
