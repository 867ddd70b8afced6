//! The table of directives, as editors need it.

use senet_syntax::directive::DirectiveId;

pub(crate) use senet_syntax::directive::{DIRECTIVES, DirectiveForm, Slot};

/// The slots of a directive, in order.
pub(crate) fn slots(name: &str) -> &'static [Slot] {
    DirectiveId::find(name).map_or(&[], |id| id.form().slots)
}

/// How a directive is written and what it is for, in Markdown.
pub(crate) fn directive_help(name: &str) -> Option<String> {
    let form = DirectiveId::find(name)?.form();
    Some(format!("```cep\n{}\n```\n\n{}", form.forms.join("\n"), form.about))
}
