//! What documents keep of pages.

use std::sync::Arc;

use agmark_syntax::work;

use super::context::{ElementContext, StoredContext};
use crate::syntax::html::Dom;
use crate::vocabulary::components::Component;

/// The elements of a page or of a piece of it, and which of them have annotations. A document keeps those of long
/// pieces. The text is that of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptPage {
    pub(super) dom: Arc<Dom>,
    pub(super) contexts: Arc<[StoredContext]>,
    /// The elements with annotations, each with the component that it is.
    pub(super) annotated: Vec<(usize, Option<&'static Component>)>,
    pub(super) manifests: Vec<usize>,
}

impl KeptPage {
    /// Several pieces of a page as one, each with the offset of its text in the joined text. Nothing that matters is
    /// open where a piece ends.
    pub fn joined(pieces: impl IntoIterator<Item = (usize, KeptPage)>) -> Self {
        let (mut dom, mut contexts, mut joined) = (Dom::default(), Vec::new(), KeptPage::default());
        for (at, piece) in pieces {
            work::add(piece.dom.elements.len());
            let (elements, annotated) = (dom.elements.len(), joined.annotated.len());
            dom.append(&piece.dom, at);
            contexts.extend(piece.contexts.iter().map(|stored| {
                let context = ElementContext::from(*stored);
                StoredContext::from(ElementContext {
                    action: context.action.map(|number| number + annotated),
                    doing: context.doing.map(|number| number + annotated),
                    third_party: context.third_party.map(|index| index + elements),
                    item: context.item.map(|index| index + elements),
                    ..context
                })
            }));
            joined.annotated.extend(piece.annotated.iter().map(|(index, one)| (index + elements, *one)));
            joined.manifests.extend(piece.manifests.iter().map(|index| index + elements));
        }
        KeptPage { dom: Arc::new(dom), contexts: contexts.into(), ..joined }
    }
}
