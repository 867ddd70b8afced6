//! Tables as Apache Parquet files, which data frames read: one row group, one plain page for each column, uncompressed.
//!
//! The format is <https://parquet.apache.org/docs/file-format/>: pages, then metadata in Thrift's compact protocol, then
//! the length of the metadata. A crate that reads and writes all of Parquet brings dozens of others; tables of a few
//! hundred figures need what is here.

/// A column of a table. All columns of a table are equally long.
pub(crate) enum Column<'a> {
    Text(Vec<&'a str>),
    Number(Vec<Option<f64>>),
    Count(Vec<i64>),
}

impl Column<'_> {
    fn len(&self) -> usize {
        match self {
            Column::Text(values) => values.len(),
            Column::Number(values) => values.len(),
            Column::Count(values) => values.len(),
        }
    }

    /// The number of the physical type: `BYTE_ARRAY`, `DOUBLE` or `INT64`.
    fn kind(&self) -> i64 {
        match self {
            Column::Text(_) => 6,
            Column::Number(_) => 5,
            Column::Count(_) => 2,
        }
    }

    fn is_optional(&self) -> bool {
        matches!(self, Column::Number(_))
    }

    /// The values of a page, as `PLAIN` has them; before them, which of them are there.
    fn values(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Column::Text(values) => {
                for text in values {
                    out.extend((text.len() as u32).to_le_bytes());
                    out.extend(text.as_bytes());
                }
            }
            Column::Number(values) => {
                let mut levels = Compact::default();
                for run in values.chunk_by(|a, b| a.is_some() == b.is_some()) {
                    levels.varint((run.len() as u64) << 1);
                    levels.0.push(u8::from(run[0].is_some()));
                }
                out.extend((levels.0.len() as u32).to_le_bytes());
                out.extend(levels.0);
                out.extend(values.iter().flatten().flat_map(|number| number.to_le_bytes()));
            }
            Column::Count(values) => {
                out.extend(values.iter().flat_map(|count| count.to_le_bytes()));
            }
        }
        out
    }
}

/// A table as a file: names and columns.
pub(crate) fn parquet(columns: &[(&str, Column<'_>)]) -> Vec<u8> {
    const MAGIC: &[u8] = b"PAR1";
    let rows = columns.first().map_or(0, |(_, column)| column.len()) as i64;
    let mut out = MAGIC.to_vec();
    let mut chunks = Vec::new();
    for (name, column) in columns {
        let (offset, values) = (out.len() as i64, column.values());
        let size = values.len() as i64;
        let mut header = Compact::default();
        header.fields(&[
            (1, Field::Int(DATA_PAGE)),
            (2, Field::Int(size)),
            (3, Field::Int(size)),
            (
                5,
                Field::Struct(&[
                    (1, Field::Int(rows)),
                    (2, Field::Int(PLAIN)),
                    (3, Field::Int(RLE)),
                    (4, Field::Int(RLE)),
                ]),
            ),
        ]);
        out.extend(header.0);
        out.extend(values);
        let bytes = out.len() as i64 - offset;
        let mut chunk = Compact::default();
        chunk.fields(&[
            (2, Field::Long(offset)),
            (
                3,
                Field::Struct(&[
                    (1, Field::Int(column.kind())),
                    (2, Field::Ints(&[PLAIN, RLE])),
                    (3, Field::Names(&[name])),
                    (4, Field::Int(UNCOMPRESSED)),
                    (5, Field::Long(rows)),
                    (6, Field::Long(bytes)),
                    (7, Field::Long(bytes)),
                    (9, Field::Long(offset)),
                ]),
            ),
        ]);
        chunks.push(chunk.0);
    }
    let mut schema = vec![Compact::default()];
    schema[0].fields(&[(4, Field::Name("figures")), (5, Field::Int(columns.len() as i64))]);
    for (name, column) in columns {
        let mut element = Compact::default();
        let repetition = Field::Int(i64::from(column.is_optional()));
        let plain = [(1, Field::Int(column.kind())), (3, repetition), (4, Field::Name(name))];
        let text = matches!(column, Column::Text(_)).then_some((6, Field::Int(UTF8)));
        element.fields(&plain.into_iter().chain(text).collect::<Vec<_>>());
        schema.push(element);
    }
    let schema: Vec<Vec<u8>> = schema.into_iter().map(|element| element.0).collect();
    let mut group = Compact::default();
    group.fields(&[
        (1, Field::Structs(&chunks)),
        (2, Field::Long(out.len() as i64 - MAGIC.len() as i64)),
        (3, Field::Long(rows)),
    ]);
    let mut metadata = Compact::default();
    metadata.fields(&[
        (1, Field::Int(1)),
        (2, Field::Structs(&schema)),
        (3, Field::Long(rows)),
        (4, Field::Structs(&[group.0])),
        (6, Field::Name("senet")),
    ]);
    out.extend(&metadata.0);
    out.extend((metadata.0.len() as u32).to_le_bytes());
    out.extend(MAGIC);
    out
}

/// Enumerators of the format.
const DATA_PAGE: i64 = 0;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const UNCOMPRESSED: i64 = 0;
const UTF8: i64 = 0;

/// What a field of a struct holds.
#[derive(Clone, Copy)]
enum Field<'a> {
    Int(i64),
    Long(i64),
    Name(&'a str),
    Ints(&'a [i64]),
    Names(&'a [&'a str]),
    Struct(&'a [(u8, Field<'a>)]),
    /// Structs that are written already.
    Structs(&'a [Vec<u8>]),
}

/// Thrift's compact protocol.
#[derive(Default)]
struct Compact(Vec<u8>);

impl Compact {
    const I32: u8 = 5;
    const I64: u8 = 6;
    const BINARY: u8 = 8;
    const LIST: u8 = 9;
    const STRUCT: u8 = 12;

    /// A struct: its fields by rising number.
    fn fields(&mut self, fields: &[(u8, Field<'_>)]) {
        let mut before = 0;
        for (number, field) in fields {
            let kind = match field {
                Field::Int(_) => Compact::I32,
                Field::Long(_) => Compact::I64,
                Field::Name(_) => Compact::BINARY,
                Field::Ints(_) | Field::Names(_) | Field::Structs(_) => Compact::LIST,
                Field::Struct(_) => Compact::STRUCT,
            };
            self.0.push((number - before) << 4 | kind);
            before = *number;
            match *field {
                Field::Int(n) | Field::Long(n) => self.int(n),
                Field::Name(name) => self.name(name),
                Field::Ints(all) => {
                    self.list(all.len(), Compact::I32);
                    all.iter().for_each(|n| self.int(*n));
                }
                Field::Names(all) => {
                    self.list(all.len(), Compact::BINARY);
                    all.iter().for_each(|name| self.name(name));
                }
                Field::Struct(fields) => self.fields(fields),
                Field::Structs(all) => {
                    self.list(all.len(), Compact::STRUCT);
                    all.iter().for_each(|one| self.0.extend(one));
                }
            }
        }
        self.0.push(0);
    }

    fn list(&mut self, len: usize, kind: u8) {
        match len {
            0..15 => self.0.push((len as u8) << 4 | kind),
            _ => {
                self.0.push(0xF0 | kind);
                self.varint(len as u64);
            }
        }
    }

    fn name(&mut self, name: &str) {
        self.varint(name.len() as u64);
        self.0.extend(name.as_bytes());
    }

    /// Zigzag, so that small negative numbers are short, too.
    fn int(&mut self, n: i64) {
        self.varint((n << 1 ^ n >> 63) as u64);
    }

    fn varint(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, parquet};

    /// Bytes that Apache Arrow 26 (`pyarrow.parquet.read_table`) has read as this table.
    #[test]
    fn a_table_is_written_as_others_read_it() {
        let file = parquet(&[
            ("figure", Column::Text(vec!["won", "drawn", "größe"])),
            ("value", Column::Number(vec![Some(0.5), None, Some(-2.25)])),
            ("n", Column::Count(vec![3, -1, 1 << 40])),
        ]);
        let hash = file.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
        });
        assert_eq!((file.len(), hash), (297, 0x383F_30F1_CBD7_994B));
    }
}
