//! Components of libraries that become controls, buttons, forms, links and tables.

use std::collections::HashMap;

/// An element, and the components that become one. Names are compared without hyphens and case, so that `el-input` and
/// `ElInput` are the same.
const LIBRARIES: &[(&str, &[&str])] = &[
    (
        "input",
        &[
            "Input",
            "TextInput",
            "TextField",
            "InputField",
            "FormInput",
            "InputText",
            "InputNumber",
            "InputMask",
            "NumberInput",
            "NumberField",
            "PasswordInput",
            "PasswordField",
            "Password",
            "EmailInput",
            "EmailField",
            "PhoneInput",
            "PhoneField",
            "SearchField",
            "SearchInput",
            "DateInput",
            "DateField",
            "DatePicker",
            "DatePickerInput",
            "DateTimePicker",
            "TimePicker",
            "TimeField",
            "FileInput",
            "OutlinedInput",
            "FilledInput",
            "InputBase",
            "CurrencyInput",
            "PinInput",
            "InputOTP",
            "Autocomplete",
            "AutoComplete",
            "ComboBox",
            "Combobox",
            "ElInput",
            "ElInputNumber",
            "ElDatePicker",
            "ElTimePicker",
            "ElAutocomplete",
            "VTextField",
            "VAutocomplete",
            "VCombobox",
            "VFileInput",
            "QInput",
            "AInput",
            "AInputNumber",
            "ADatePicker",
            "BFormInput",
            "NInput",
            "NInputNumber",
            "NDatePicker",
            "UInput",
        ],
    ),
    (
        "select",
        &[
            "Select",
            "NativeSelect",
            "SelectField",
            "SelectInput",
            "FormSelect",
            "MultiSelect",
            "Dropdown",
            "ReactSelect",
            "ListBox",
            "ElSelect",
            "VSelect",
            "QSelect",
            "ASelect",
            "BFormSelect",
            "NSelect",
            "USelect",
            "USelectMenu",
        ],
    ),
    (
        "textarea",
        &[
            "Textarea",
            "TextArea",
            "TextareaAutosize",
            "TextareaField",
            "TextAreaField",
            "FormTextarea",
            "VTextarea",
            "ATextarea",
            "BFormTextarea",
            "UTextarea",
        ],
    ),
    (
        "button",
        &[
            "Button",
            "IconButton",
            "SubmitButton",
            "LoadingButton",
            "PrimaryButton",
            "SecondaryButton",
            "DeleteButton",
            "CancelButton",
            "ActionIcon",
            "AlertDialogAction",
            "AlertDialogCancel",
            "DialogClose",
            "Fab",
            "ElButton",
            "VBtn",
            "QBtn",
            "AButton",
            "BButton",
            "NButton",
            "UButton",
        ],
    ),
    (
        "form",
        &["Form", "ElForm", "VForm", "QForm", "AForm", "BForm", "NForm", "UForm", "RemixForm", "EditForm"],
    ),
    (
        "a",
        &[
            "Link",
            "NavLink",
            "RouterLink",
            "NuxtLink",
            "NextLink",
            "InertiaLink",
            "ULink",
            "BLink",
            "ElLink",
            "LinkButton",
            "ButtonLink",
            "LinkTo",
            "Anchor",
        ],
    ),
    (
        "table",
        &[
            "Table",
            "DataTable",
            "DataGrid",
            "ElTable",
            "VDataTable",
            "QTable",
            "ATable",
            "BTable",
            "NDataTable",
            "UTable",
        ],
    ),
];

/// The elements that a component may become.
pub const ELEMENTS: [&str; 7] = ["input", "select", "textarea", "button", "form", "a", "table"];

/// The element that each component becomes. Components of the project come before those of libraries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentMap {
    own: HashMap<String, &'static str>,
}

impl ComponentMap {
    /// Adds a component of the project.
    ///
    /// # Errors
    /// If components cannot become the element. The sentence lists the possible elements.
    pub fn add(&mut self, component: &str, element: &str) -> Result<(), String> {
        let known = ELEMENTS.iter().find(|one| one.eq_ignore_ascii_case(element.trim()));
        let Some(known) = known else {
            return Err(format!("unknown element \"{element}\": expected one of {}", ELEMENTS.join(", ")));
        };
        if component.trim().is_empty() {
            return Err("missing name of the component".to_owned());
        }
        self.own.insert(folded(component.trim()), known);
        Ok(())
    }

    /// The element that a component becomes; `None` for an HTML element.
    pub fn element_of(&self, name: &str) -> Option<&'static str> {
        let is_component = name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains(['-', '.']);
        if !is_component {
            return None;
        }
        // Only the last part of `Form.Item` and `Mui.TextField` counts.
        let name = folded(name.rsplit('.').next().unwrap_or(name));
        let own = self.own.get(&name).copied();
        let in_library = |all: &[&str]| all.iter().any(|one| one.eq_ignore_ascii_case(&name));
        own.or_else(|| LIBRARIES.iter().find(|(_, all)| in_library(all)).map(|(element, _)| *element))
    }
}

/// A name without hyphens, in small letters.
fn folded(name: &str) -> String {
    name.chars().filter(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_become_elements() {
        let mut mapping = ComponentMap::default();
        for (name, element) in [
            ("Input", Some("input")),
            ("TextField", Some("input")),
            ("el-input", Some("input")),
            ("v-btn", Some("button")),
            ("Mui.TextField", Some("input")),
            ("Form", Some("form")),
            ("Form.Item", None),
            ("input", None),
            ("button", None),
            ("router-link", Some("a")),
            ("NavLink", Some("a")),
            ("el-table", Some("table")),
            ("Card", None),
            ("my-element", None),
        ] {
            assert_eq!(mapping.element_of(name), element, "{name}");
        }
        assert!(mapping.add("MoneyBox", "INPUT").is_ok() && mapping.add("Dropdown", "button").is_ok());
        assert_eq!(mapping.element_of("MoneyBox"), Some("input"));
        assert_eq!(mapping.element_of("money-box"), Some("input"));
        assert_eq!(mapping.element_of("Dropdown"), Some("button"));
        assert!(mapping.add("Box", "div").is_err() && mapping.add(" ", "input").is_err());
    }
}
