//! The columns as Parquet types, with the encoding of each.

use std::sync::Arc;

use crate::columns::{COLUMNS, Field, Table, ValueKind};
use parquet::{
    basic::{
        Compression, ConvertedType, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel,
    },
    errors::Result,
    file::{
        metadata::KeyValue,
        properties::{EnabledStatistics, WriterProperties},
    },
    schema::types::{ColumnPath, Type, TypePtr},
};

/// The level of zstd. Higher ones take much longer and save little.
const LEVEL: i32 = 1;

/// Number of bytes at which a page ends. The allocator would not reuse the memory of larger pages,
/// and smaller ones compress worse.
const PAGE: usize = 64 << 10;

/// The same for the moves of a library's games, of which some are read here and there.
const CODE_PAGE: usize = 16 << 10;

/// Returns the schema of a table.
pub(crate) fn schema(table: Table) -> Result<TypePtr> {
    let fields = table.places().map(|at| column(&COLUMNS[at])).collect::<Result<_>>()?;
    Ok(Arc::new(Type::group_type_builder("games").with_fields(fields).build()?))
}

fn column(field: &Field) -> Result<TypePtr> {
    let repetition = if field.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    match field.kind {
        ValueKind::Int16 => whole(field.name, Physical::INT32, Some(16), repetition),
        ValueKind::Int32 => whole(field.name, Physical::INT32, None, repetition),
        ValueKind::Int64 => whole(field.name, Physical::INT64, None, repetition),
        ValueKind::Date => {
            let date = Type::primitive_type_builder(field.name, Physical::INT32)
                .with_repetition(repetition)
                .with_logical_type(Some(LogicalType::Date))
                .with_converted_type(ConvertedType::DATE);
            Ok(Arc::new(date.build()?))
        }
        ValueKind::Text => text(field.name, repetition),
        ValueKind::Bytes => bytes(field.name, repetition),
        ValueKind::Int32s => {
            let element = whole("element", Physical::INT32, None, Repetition::OPTIONAL)?;
            let list = group("list", Repetition::REPEATED, vec![element])?;
            let list = Type::group_type_builder(field.name)
                .with_repetition(repetition)
                .with_logical_type(Some(LogicalType::List))
                .with_converted_type(ConvertedType::LIST)
                .with_fields(vec![list]);
            Ok(Arc::new(list.build()?))
        }
        ValueKind::Pairs => {
            let key = text("key", Repetition::REQUIRED)?;
            let value = text("value", Repetition::REQUIRED)?;
            let pair = group("key_value", Repetition::REPEATED, vec![key, value])?;
            let map = Type::group_type_builder(field.name)
                .with_repetition(repetition)
                .with_logical_type(Some(LogicalType::Map))
                .with_converted_type(ConvertedType::MAP)
                .with_fields(vec![pair]);
            Ok(Arc::new(map.build()?))
        }
    }
}

fn group(name: &str, repetition: Repetition, fields: Vec<TypePtr>) -> Result<TypePtr> {
    let group = Type::group_type_builder(name).with_repetition(repetition).with_fields(fields);
    Ok(Arc::new(group.build()?))
}

fn whole(
    name: &str,
    physical: Physical,
    bits: Option<i8>,
    repetition: Repetition,
) -> Result<TypePtr> {
    let logical = bits.map(|bit_width| LogicalType::integer(bit_width, true));
    let number = Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical);
    Ok(Arc::new(number.build()?))
}

fn text(name: &str, repetition: Repetition) -> Result<TypePtr> {
    let text = Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
        .with_repetition(repetition)
        .with_logical_type(Some(LogicalType::String))
        .with_converted_type(ConvertedType::UTF8);
    Ok(Arc::new(text.build()?))
}

fn bytes(name: &str, repetition: Repetition) -> Result<TypePtr> {
    let bytes =
        Type::primitive_type_builder(name, Physical::BYTE_ARRAY).with_repetition(repetition);
    Ok(Arc::new(bytes.build()?))
}

/// Returns the compression and encoding of the columns.
pub(crate) fn properties(table: Table) -> Result<WriterProperties> {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("partie ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new(
            "partie.columns".to_owned(),
            "1".to_owned(),
        )]))
        .set_data_page_size_limit(PAGE)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?));
    for field in table.places().map(|at| &COLUMNS[at]) {
        let path = ColumnPath::from(field.name);
        properties = match field.kind {
            // Numbers by chance.
            ValueKind::Int64 if field.name == "key" => {
                properties.set_column_dictionary_enabled(path, false)
            }
            // They ascend.
            ValueKind::Int64 => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            // Games of a library are read one by one, without a dictionary of all names.
            _ if table == Table::Library && matches!(field.name, "white" | "black") => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None),
            // Most of a library, and a higher level saves most here.
            _ if table == Table::Library && field.name == "code" => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path.clone(), EnabledStatistics::None)
                .set_column_data_page_size_limit(path.clone(), CODE_PAGE)
                .set_column_compression(path, Compression::ZSTD(ZstdLevel::try_new(3)?)),
            // Few of them stand twice among some thousand.
            _ if table == Table::Library && field.name == "utc_time" => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None),
            // No two games have the same.
            _ if matches!(field.name, "moves" | "moves_binary" | "code" | "wide" | "movetext") => {
                properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_statistics_enabled(path, EnabledStatistics::None)
            }
            // Few of them stand twice among some thousand.
            _ if table == Table::Positions && field.name == "fen" => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None),
            // Games of a library are in import order, so minimum and maximum texts exclude no rows.
            ValueKind::Text if table == Table::Library => {
                properties.set_column_statistics_enabled(path, EnabledStatistics::None)
            }
            // Statistics of all clocks of a game are of no use in a query.
            ValueKind::Int32s => {
                let parts = [field.name, "list", "element"].map(str::to_owned).to_vec();
                let path = ColumnPath::new(parts);
                properties.set_column_statistics_enabled(path, EnabledStatistics::None)
            }
            _ => properties,
        };
    }
    Ok(properties.build())
}
