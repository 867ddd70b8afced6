//! Looks up fields in JSON that cargo and criterion wrote, without reading all of it.
//!
//! Their output is well formed, so this takes that for granted; on anything else it finds nothing.

/// The text of the value of `key` in the object that `text` holds.
pub(crate) fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = text.trim_start().strip_prefix('{')?;
    loop {
        rest = rest.trim_start();
        let (name, after) = rest.split_at(value_end(rest)?);
        let value = after.trim_start().strip_prefix(':')?.trim_start();
        let (value, after) = value.split_at(value_end(value)?);
        if string(name)? == key {
            return Some(value);
        }
        rest = after.trim_start().strip_prefix(',')?;
    }
}

/// The value as a number.
pub(crate) fn number(value: &str) -> Option<f64> {
    value.trim().parse().ok()
}

/// The value as a string, its escapes resolved.
pub(crate) fn string(value: &str) -> Option<String> {
    let inside = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut result = String::new();
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        result.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let digits: String = chars.by_ref().take(4).collect();
                    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                }
                other => other,
            },
            _ => c,
        });
    }
    Some(result)
}

/// Where the value at the beginning of `text` ends.
fn value_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut in_string = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            if !in_string && depth == 0 {
                return Some(at + 1);
            }
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            '}' | ']' if depth == 0 => return Some(at),
            '}' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            ',' | ':' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{field, number, string};

    #[test]
    fn fields_are_found_at_their_own_level_only() {
        let text = r#" { "a" : {"b": [1, {"c": 2}], "d": 3.5e-1}, "c":"x, \"}", "d" : null } "#;
        assert_eq!(field(text, "d"), Some("null "));
        assert_eq!(field(text, "c").and_then(string).as_deref(), Some("x, \"}"));
        assert_eq!(field(text, "a").and_then(|a| field(a, "d")).and_then(number), Some(0.35));
        assert_eq!(field(text, "b"), None);
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(string(r#""C:\\a \u00e9 \\""#).as_deref(), Some("C:\\a é \\"));
    }

    #[test]
    fn anything_else_has_no_fields() {
        for text in ["", "[]", "{", "{}", "{\"a\"", "{\"a\":", "no", "{\"a\":1", "{\"a\\"] {
            assert_eq!(field(text, "a"), None, "{text}");
        }
    }
}
