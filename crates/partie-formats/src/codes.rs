//! The macro that defines the diagnostic codes of a format.

/// Defines the codes of a format, or of several if each code names its own.
#[macro_export]
macro_rules! codes {
    ($format:ident: $($id:literal $name:ident $slug:literal $severity:ident $title:literal
        $explanation:literal $example:expr;)+) => {
        $crate::codes! {
            $($id $name $slug $severity $format $title $explanation $example;)+
        }
    };
    ($($id:literal $name:ident $slug:literal $severity:ident $format:ident $title:literal
        $explanation:literal $example:expr;)+) => {
        $(
            #[doc = $title]
            pub static $name: $crate::Code = $crate::Code {
                id: $id,
                name: $slug,
                severity: $crate::Severity::$severity,
                title: $title,
                explanation: $explanation,
                format: $crate::Format::$format,
                example: $example,
            };
        )+

        /// All codes of the format, by id.
        pub const ALL: &[&$crate::Code] = &[$(&$name),+];
    };
}
pub use codes;
