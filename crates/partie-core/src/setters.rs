//! Options that are set one after another, each by a method of its own.

/// Implements a setter for each option.
#[macro_export]
macro_rules! setters {
    ($options:ident: $($(#[$doc:meta])* $name:ident: $type:ty;)+) => {
        impl $options {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut self, $name: $type) -> $options {
                    self.$name = $name.into();
                    self
                }
            )+
        }
    };
}
