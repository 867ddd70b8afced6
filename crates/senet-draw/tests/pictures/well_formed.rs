//! What every picture has to be: XML of a few kinds of elements, and nothing that could do harm.

const TAGS: [&str; 11] =
    ["svg", "title", "desc", "style", "g", "rect", "ellipse", "circle", "path", "polygon", "text"];

/// Reads the picture as XML as far as this crate writes it, and complains about anything else.
pub(crate) fn check_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        check_text(tag);
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().expect("split gives at least one");
        assert!(TAGS.contains(&name), "<{tag}> is one of ours");
        let outside_quotes: String = tag.split('"').step_by(2).collect();
        assert!(!outside_quotes.contains(" on"), "<{tag}> has no script");
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}> has all its quotes");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(rest.trim(), "");
    assert!(open.is_empty());
}

fn check_text(text: &str) {
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert!(!text.contains(['\u{fffe}', '\u{ffff}']), "{text:?}");
    for entity in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        assert!(known.iter().any(|name| entity.starts_with(name)), "&{entity}");
    }
}
