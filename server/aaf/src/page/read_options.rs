//! How a text is read: in which language, and with which components of the project.

use std::sync::LazyLock;

use agmark_syntax::{FormatSetting, FormatSettings, SettingKind, State};

use crate::page::Page;
use crate::syntax::component_start::ComponentStart;
use crate::syntax::language::Language;
use crate::syntax::libraries::{ComponentMap, ELEMENTS};

/// The name of the formats: that of their table of settings.
pub const NAME: &str = "aaf";

/// The setting that names components.
const COMPONENTS: &str = "components";

/// The settings of all formats of the name.
pub static SETTINGS: &[FormatSetting] = &[FormatSetting {
    key: COMPONENTS,
    help: "The element that each component of your project becomes: `Money = \"input\"`. The elements are `input`, \
           `select`, `textarea`, `button`, `form`, `a` and `table`. Components of common libraries are known. Names are \
           compared without case and hyphens; of `Form.Field`, only the last part is compared. Checks, completion, \
           actions, audits and `agmark aaf annotate` use the table; `--component` of that command overrides it.",
    kind: SettingKind::Names { words: &ELEMENTS },
}];

/// No components of the project.
static NOTHING: LazyLock<ComponentMap> = LazyLock::new(ComponentMap::default);

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'m> {
    pub source: Language,
    mapping: &'m ComponentMap,
}

impl<'m> ReadOptions<'m> {
    pub fn new(source: Language, mapping: &'m ComponentMap) -> Self {
        Self { source, mapping }
    }

    /// A language without components of the project.
    pub fn plain(source: Language) -> ReadOptions<'static> {
        ReadOptions { source, mapping: &NOTHING }
    }

    pub fn page(self, text: &str) -> Page<'_> {
        Page::with(text, self.source, self.mapping)
    }

    /// A piece of a page or a component: `state` is that of the line scan at its start.
    pub fn piece<'t>(self, text: &'t str, state: &State) -> Page<'t> {
        if state.is_start() {
            return self.page(text);
        }
        Page::inside(text, self.source, self.mapping, ComponentStart::of(state))
    }
}

impl ComponentMap {
    /// The components that are set for a file.
    pub fn of(set: &FormatSettings) -> Self {
        let mut mapping = Self::default();
        for (component, element) in set.names(COMPONENTS) {
            // The configuration allows only valid elements.
            let _ = mapping.add(component, element);
        }
        mapping
    }
}
