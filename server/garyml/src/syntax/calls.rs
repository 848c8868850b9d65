//! Calls of commands, with their arguments.

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::structure::{Header, Parameter, Structure};
use crate::syntax::value;
use crate::vocabulary::ContentModel;

/// A command that is called.
pub struct Call<'s, 'a> {
    /// Without the dot.
    pub name: String,
    pub arguments: Vec<&'s Parameter<'a>>,
}

/// The call that a header is. The generic forms have the name of the command in `name` and its arguments under
/// `arguments`.
pub fn call<'s, 'a>(structure: &'s Structure<'a>, header: &Header<'a>) -> Option<Call<'s, 'a>> {
    if header.documented {
        return None;
    }
    if header.kind == HeaderKind::Command {
        return Some(Call { name: header.name.to_owned(), arguments: structure.own(header).collect() });
    }
    if header.kind.content() != Some(ContentModel::Call) {
        return None;
    }
    let name = value::words(structure.parameter(header, "name")?.value?, structure.text)?;
    let name = name.strip_prefix('.').unwrap_or(&name).to_owned();
    let all = header.parameters.iter().filter_map(|&i| structure.parameters.get(i));
    let inside = all.skip_while(|p| !(p.level == 0 && p.key == "arguments")).skip(1);
    let arguments = inside.take_while(|p| p.level > 0).filter(|p| p.level == 1).collect();
    Some(Call { name, arguments })
}
