//! A small pretty-printer: documents that know where they may break, laid out to a width.
//!
//! Comments are documents of their own. They never count towards the width, and whatever follows
//! one begins on a new line, wherever it stands: so no layout can swallow code behind a `%`.

/// Something to lay out.
#[derive(Debug)]
pub(crate) enum Doc<'t> {
    /// Letters, printed as they are.
    Text(&'t str),
    /// Blanks that disappear at the end of a line.
    Blank(u8),
    /// Blanks, or a new line in a broken group.
    Line(u8),
    /// A new line, always.
    Hard,
    /// A new line with an empty line before it.
    Gap,
    /// A comment behind what stands before it.
    Behind(&'t str),
    /// A comment on a line of its own; whether an empty line stands before it.
    Own(&'t str, bool),
    /// One after another.
    Many(Box<[Doc<'t>]>),
    /// Deeper by some columns.
    Nest(u8, Box<Doc<'t>>),
    /// All of its lines are blanks, or all are new lines; whether it can only be broken.
    Group(Box<Doc<'t>>, bool),
    /// Pieces and, between them, separators that break one by one as the width demands.
    Fill(Box<[Doc<'t>]>),
}

impl<'t> Doc<'t> {
    /// A group that breaks if it must.
    pub(crate) fn group(inner: Doc<'t>) -> Doc<'t> {
        let broken = inner.must_break();
        Doc::Group(Box::new(inner), broken)
    }

    /// One after another.
    pub(crate) fn many(mut parts: Vec<Doc<'t>>) -> Doc<'t> {
        match parts.len() {
            1 => parts.remove(0),
            _ => Doc::Many(parts.into()),
        }
    }

    /// Pieces and separators in turn.
    pub(crate) fn fill(parts: Vec<Doc<'t>>) -> Doc<'t> {
        Doc::Fill(parts.into())
    }

    pub(crate) fn nest(columns: u8, inner: Doc<'t>) -> Doc<'t> {
        Doc::Nest(columns, Box::new(inner))
    }

    /// Whether there is a line end inside, whatever the width. Comments before and behind the whole
    /// are not inside: they do not tear it apart.
    fn must_break(&self) -> bool {
        self.tears(&mut Edge::Before)
    }

    fn tears(&self, edge: &mut Edge) -> bool {
        match self {
            Doc::Text(_) => std::mem::replace(edge, Edge::Within) == Edge::Behind,
            Doc::Blank(_) | Doc::Line(_) => false,
            Doc::Hard | Doc::Gap => *edge != Edge::Before,
            Doc::Behind(_) | Doc::Own(..) => {
                if *edge == Edge::Within {
                    *edge = Edge::Behind;
                }
                false
            }
            Doc::Many(parts) | Doc::Fill(parts) => parts.iter().any(|part| part.tears(edge)),
            Doc::Nest(_, inner) => inner.tears(edge),
            Doc::Group(inner, broken) => *broken || inner.tears(edge),
        }
    }
}

/// Where in a document: before its first letters, among them, or behind a comment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Before,
    Within,
    Behind,
}

/// A piece of work: a document, or what is left of several.
#[derive(Clone, Copy)]
enum Work<'d, 't> {
    Doc(&'d Doc<'t>),
    /// What is left of a sequence.
    Many(&'d [Doc<'t>]),
    /// Pieces and separators of a fill, beginning with a piece.
    Pieces(&'d [Doc<'t>]),
    /// Pieces and separators of a fill, beginning with a separator.
    Separators(&'d [Doc<'t>]),
}

#[derive(Clone, Copy)]
struct Job<'d, 't> {
    indent: usize,
    flat: bool,
    work: Work<'d, 't>,
}

/// Lays a document out, in time proportional to its size: what is still to come is looked at for
/// at most one line, and never copied.
pub(crate) fn render(doc: &Doc<'_>, width: usize) -> String {
    let mut page = Page::default();
    let mut ahead = Vec::new();
    let mut jobs = vec![Job { indent: 0, flat: false, work: Work::Doc(doc) }];
    while let Some(Job { indent, flat, work }) = jobs.pop() {
        let room = width.saturating_sub(page.column + page.blanks);
        let job = |flat, work| Job { indent, flat, work };
        let doc = match work {
            Work::Doc(doc) => doc,
            Work::Many(parts) => {
                let Some((part, rest)) = parts.split_first() else {
                    continue;
                };
                jobs.push(job(flat, Work::Many(rest)));
                jobs.push(job(flat, Work::Doc(part)));
                continue;
            }
            Work::Pieces(parts) => {
                let Some((piece, rest)) = parts.split_first() else {
                    continue;
                };
                jobs.push(job(flat, Work::Separators(rest)));
                ahead.push(job(true, Work::Doc(piece)));
                let fits = !piece.must_break() && fits(&mut ahead, &jobs, room);
                ahead.clear();
                jobs.push(job(fits, Work::Doc(piece)));
                continue;
            }
            Work::Separators(parts) => {
                let Some((separator, rest)) = parts.split_first() else {
                    continue;
                };
                let fits = rest.split_first().is_none_or(|(next, after)| {
                    ahead.extend([
                        job(flat, Work::Separators(after)),
                        job(true, Work::Doc(next)),
                        job(true, Work::Doc(separator)),
                    ]);
                    !next.must_break() && fits(&mut ahead, &jobs, room)
                });
                ahead.clear();
                jobs.push(job(flat, Work::Pieces(rest)));
                jobs.push(job(fits, Work::Doc(separator)));
                continue;
            }
        };
        match doc {
            Doc::Text(text) => page.text(text, indent),
            Doc::Blank(n) => page.blanks += usize::from(*n),
            Doc::Line(n) if flat => page.blanks += usize::from(*n),
            Doc::Line(_) | Doc::Hard => page.newline(indent),
            Doc::Gap => page.gap(indent),
            Doc::Behind(text) => {
                page.blanks = 2;
                page.text(text, indent);
                page.must_break = true;
            }
            Doc::Own(text, gap) => {
                if *gap {
                    page.gap(indent);
                } else {
                    page.newline(indent);
                }
                page.text(text, indent);
                page.must_break = true;
                page.under = Some(indent);
            }
            Doc::Many(parts) => jobs.push(job(flat, Work::Many(parts))),
            Doc::Nest(n, inner) => {
                jobs.push(Job { indent: indent + usize::from(*n), flat, work: Work::Doc(inner) });
            }
            Doc::Group(inner, broken) => {
                ahead.push(job(true, Work::Doc(inner)));
                let flat = !broken && (flat || fits(&mut ahead, &jobs, room));
                ahead.clear();
                jobs.push(job(flat, Work::Doc(inner)));
            }
            Doc::Fill(parts) => jobs.push(job(flat, Work::Pieces(parts))),
        }
    }
    page.finish()
}

/// Whether what is `ahead`, and what follows it up to the next possible line end, takes at most
/// `room`. Both are stacks: the next job is the last.
fn fits<'d, 't>(ahead: &mut Vec<Job<'d, 't>>, rest: &[Job<'d, 't>], room: usize) -> bool {
    let mut left = room as isize;
    let mut rest = rest.iter().rev();
    loop {
        let Some(Job { indent, flat, work }) = ahead.pop().or_else(|| rest.next().copied()) else {
            return true;
        };
        let doc = match work {
            Work::Doc(doc) => doc,
            Work::Many(parts) => {
                if let Some((part, parts)) = parts.split_first() {
                    let [part, parts] = [Work::Doc(part), Work::Many(parts)];
                    ahead.extend([parts, part].map(|work| Job { indent, flat, work }));
                }
                continue;
            }
            // A fill that has to stay on the line is a sequence.
            Work::Pieces(parts) if flat => {
                let work = Work::Many(parts);
                ahead.push(Job { indent, flat, work });
                continue;
            }
            Work::Pieces(parts) => {
                let Some((piece, after)) = parts.split_first() else {
                    continue;
                };
                let work = Work::Separators(after);
                ahead.push(Job { indent, flat, work });
                piece
            }
            Work::Separators([]) => continue,
            Work::Separators(_) => return true,
        };
        match doc {
            Doc::Text(text) => left -= text.chars().count() as isize,
            Doc::Blank(n) => left -= isize::from(*n),
            Doc::Line(n) if flat => left -= isize::from(*n),
            // Comments before the first letters stand on lines of their own.
            Doc::Own(..) | Doc::Gap if left == room as isize => {}
            Doc::Line(_) | Doc::Hard | Doc::Gap | Doc::Behind(_) | Doc::Own(..) => return true,
            Doc::Many(parts) => ahead.push(Job { indent, flat, work: Work::Many(parts) }),
            Doc::Nest(_, inner) => ahead.push(Job { indent, flat, work: Work::Doc(inner) }),
            Doc::Group(inner, broken) => {
                ahead.push(Job { indent, flat: flat && !broken, work: Work::Doc(inner) });
            }
            Doc::Fill(parts) => ahead.push(Job { indent, flat, work: Work::Pieces(parts) }),
        }
        if left < 0 {
            return false;
        }
    }
}

/// The text so far. White space is written only when letters follow it.
#[derive(Default)]
struct Page {
    out: String,
    column: usize,
    blanks: usize,
    /// A comment was the last thing on this line.
    must_break: bool,
    /// Where that comment stands, if it has the line for itself: what follows stands under it.
    under: Option<usize>,
    /// Line ends that are due, and the indentation after them.
    lines: usize,
    indent: usize,
}

impl Page {
    fn text(&mut self, text: &str, indent: usize) {
        if text.is_empty() {
            return;
        }
        if self.must_break {
            self.newline(self.under.unwrap_or(indent));
        }
        self.under = None;
        if self.lines > 0 && !self.out.is_empty() {
            self.out.extend(std::iter::repeat_n('\n', self.lines));
        }
        if self.lines > 0 || self.out.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
        } else {
            self.out.extend(std::iter::repeat_n(' ', self.blanks));
            self.column += self.blanks;
        }
        self.lines = 0;
        self.out.push_str(text);
        self.column += text.chars().count();
        self.blanks = 0;
    }

    fn newline(&mut self, indent: usize) {
        self.lines = self.lines.max(1);
        self.indent = indent;
        self.column = indent;
        self.blanks = 0;
        self.must_break = false;
    }

    fn gap(&mut self, indent: usize) {
        self.newline(indent);
        self.lines = 2;
    }

    fn finish(mut self) -> String {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }
}
