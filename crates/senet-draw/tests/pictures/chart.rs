//! Charts: what people read in them, and that any numbers can be drawn.

use crate::well_formed::check_well_formed;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use senet_draw::{Chart, Data, Line, Series, TextStyle, chart_svg, chart_text};

fn narrow() -> TextStyle {
    TextStyle { width: 40, ..TextStyle::default() }
}

fn bars(labels: &[&str], series: &[(&str, &[f64])]) -> Chart {
    let named = |(name, values): &(&str, &[f64])| Series {
        name: (*name).to_owned(),
        values: values.to_vec(),
    };
    Chart {
        title: "Outcomes".to_owned(),
        across: String::new(),
        up: "share".to_owned(),
        data: Data::Bars {
            labels: labels.iter().map(|label| (*label).to_owned()).collect(),
            series: series.iter().map(named).collect(),
        },
    }
}

fn lines(lines: &[(&str, &[(f64, f64)])]) -> Chart {
    let named = |(name, points): &(&str, &[(f64, f64)])| Line {
        name: (*name).to_owned(),
        points: points.to_vec(),
    };
    Chart {
        title: "Branching".to_owned(),
        across: "ply".to_owned(),
        up: "moves".to_owned(),
        data: Data::Lines { lines: lines.iter().map(named).collect() },
    }
}

#[test]
fn several_bars_for_each_label() {
    let chart = bars(&["won", "lost"], &[("x", &[0.75, 0.25]), ("o", &[0.5])]);
    let expected = "
  Outcomes
   won │███████████████████████████ 0.75
       │▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 0.5
  lost │█████████ 0.25
       │
  █ x  ▓ o
";
    assert_eq!(format!("\n{}", chart_text(&chart, &narrow())), expected);
    let svg = chart_svg(&chart);
    check_well_formed(&svg);
    assert_eq!(svg.matches("<rect class=\"bar c0\"").count(), 3, "two bars and the legend");
    assert!(svg.contains("<title>won, x: 0.75</title>"), "{svg}");
    assert!(svg.contains("role=\"img\"") && svg.contains("viewBox=\"0 0 720 400\""));
    assert!(svg.contains("aria-label=\"Bar chart: Outcomes; 4 numbers.\""), "{svg}");
}

#[test]
fn bars_below_zero_go_the_other_way() {
    let chart = bars(&["a", "b"], &[("", &[-10.0, 20.0])]);
    let expected = "
  Outcomes
  a -10 █████████│
  b              │██████████████████ 20
";
    assert_eq!(format!("\n{}", chart_text(&chart, &narrow())), expected);
}

#[test]
fn plain_terminals_get_plain_characters() {
    let style = TextStyle { unicode: false, ..narrow() };
    let text = chart_text(&Chart::histogram("h", "n", &[1.0, 2.0, 2.0, 90.0]), &style);
    assert!(text.is_ascii() && text.contains(" 0-4 |####"), "{text}");
    let text = chart_text(&lines(&[("a", &[(0.0, 0.0), (9.0, 5.0)])]), &style);
    assert!(text.is_ascii() && text.contains('*'), "{text}");
}

#[test]
fn a_line_has_round_numbers_at_its_axes() {
    let points: Vec<(f64, f64)> = (0..=10).map(|i| (f64::from(i), f64::from(i * i))).collect();
    let chart = lines(&[("squares", &points)]);
    let expected = "
  Branching
  moves
  100 ┤                               ⢀⠎
      │                              ⡠⠃
   80 ┤                            ⢀⠔⠁
      │                           ⡠⠃
   60 ┤                         ⡠⠊
      │                       ⢀⠜
      │                     ⣀⠔⠁
   40 ┤                   ⡠⠊
      │                ⢀⠔⠊
   20 ┤             ⡠⠔⠊⠁
      │         ⢀⡠⠔⠉
    0 ┤⣀⣀⣀⣀⡠⠤⠒⠊⠉⠁
      └┬───────────────┬───────────────┬
       0               5              10
                                     ply
";
    assert_eq!(format!("\n{}", chart_text(&chart, &narrow())), expected);
    let svg = chart_svg(&chart);
    check_well_formed(&svg);
    assert!(svg.contains("<title>10: 100</title>"), "{svg}");
}

#[test]
fn missing_points_are_gaps() {
    let chart = lines(&[("a", &[(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN), (3.0, 1.0)])]);
    assert_eq!(chart_svg(&chart).matches("<path class=\"line").count(), 2);
}

#[test]
fn nothing_and_one_number() {
    for chart in [bars(&[], &[]), lines(&[]), Chart::histogram("", "", &[])] {
        check_well_formed(&chart_svg(&chart));
        chart_text(&chart, &narrow());
    }
    let one = Chart::histogram("", "", &[7.0]);
    assert_eq!(chart_text(&one, &narrow()), format!("  7 │{} 1\n", "█".repeat(33)));
}

#[test]
fn names_are_never_markup_nor_escapes() {
    let evil = "\"'><script>\u{1b}[2J";
    let mut chart = bars(&[evil], &[(evil, &[1.0]), (evil, &[2.0])]);
    chart.title = evil.to_owned();
    let svg = chart_svg(&chart);
    check_well_formed(&svg);
    assert!(!svg.contains("<script"));
    assert!(!chart_text(&chart, &narrow()).contains('\u{1b}'));
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-50i32..50).prop_map(f64::from),
        2 => -1.0..1.0f64,
        1 => any::<f64>(),
        1 => Just(f64::MAX),
        1 => Just(f64::NAN),
        1 => Just(f64::NEG_INFINITY),
    ]
}

fn chart() -> impl Strategy<Value = Chart> {
    let values = prop::collection::vec(number(), 0..30);
    let series = (any::<String>(), values).prop_map(|(name, values)| Series { name, values });
    let labels = prop::collection::vec(any::<String>(), 0..30);
    let bars = (labels, prop::collection::vec(series, 0..4))
        .prop_map(|(labels, series)| Data::Bars { labels, series });
    let points = prop::collection::vec((number(), number()), 0..80);
    let line = (any::<String>(), points).prop_map(|(name, points)| Line { name, points });
    let lines = prop::collection::vec(line, 0..4).prop_map(|lines| Data::Lines { lines });
    let histogram = prop::collection::vec(number(), 0..200)
        .prop_map(|numbers| Chart::histogram("", "", &numbers).data);
    let text = any::<[String; 3]>();
    (text, prop_oneof![bars, lines, histogram]).prop_map(|([title, across, up], data)| Chart {
        title,
        across,
        up,
        data,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_chart_is_drawn(chart in chart(), switches in any::<[bool; 2]>(), width in 0usize..200) {
        let svg = chart_svg(&chart);
        check_well_formed(&svg);
        let [colour, unicode] = switches;
        let text = chart_text(&chart, &TextStyle { colour, unicode, width });
        assert!(text.lines().count() < 100, "{text}");
        assert!(unicode || text.is_ascii(), "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control() || (colour && c == '\u{1b}')));
    }
}
