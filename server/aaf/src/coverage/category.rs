//! The categories of an audit and their weights (6.7).

/// What an audit looks at, in the order in which it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    Forms,
    Fields,
    Actions,
    Navigation,
    Safety,
    Manifest,
}

impl Category {
    /// All of them, in order.
    pub const ALL: [Category; 6] =
        [Self::Forms, Self::Fields, Self::Actions, Self::Navigation, Self::Safety, Self::Manifest];

    /// Those that every audit looks at.
    pub const DEFAULT: [Category; 4] = [Self::Forms, Self::Fields, Self::Actions, Self::Manifest];

    /// Its key in data.
    pub fn key(self) -> &'static str {
        match self {
            Self::Forms => "forms",
            Self::Fields => "fields",
            Self::Actions => "actions",
            Self::Navigation => "navigation",
            Self::Safety => "safety",
            Self::Manifest => "manifest",
        }
    }

    /// Its title in reports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Forms => "FORMS",
            Self::Fields => "FIELDS",
            Self::Actions => "ACTIONS",
            Self::Navigation => "NAVIGATION",
            Self::Safety => "SAFETY",
            Self::Manifest => "MANIFEST",
        }
    }

    /// How much it counts, in hundredths, among the categories that apply.
    pub fn weight(self) -> u32 {
        match self {
            Self::Forms | Self::Fields | Self::Safety => 20,
            Self::Actions | Self::Navigation => 15,
            Self::Manifest => 10,
        }
    }
}
