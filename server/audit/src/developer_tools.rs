//! The panels that developer tools add to pages during development. Visitors do not see them.

use std::sync::LazyLock;

use crate::selector::Selector;

/// Selectors of the panels, one row per tool.
const PANELS: &[&str] = &[
    // Next.js: the overlay and the build indicator.
    "nextjs-portal, #__next-build-watcher, #__next-prerender-indicator",
    // Vite: the overlay, and inspectors of its plugins.
    "vite-error-overlay, vite-plugin-checker-error-overlay, #vite-plugin-inspect",
    // Vue and Nuxt.
    "#__vue-devtools-container__, #vue-inspector-container, #nuxt-devtools-container, #__nuxt-devtools__, \
     nuxt-devtools-frame",
    // Astro and Svelte.
    "astro-dev-toolbar, astro-dev-overlay, #svelte-inspector-host, svelte-inspector",
    // TanStack: queries, routes, forms.
    ".tsqd-parent-container, .ReactQueryDevtools, .TanStackRouterDevtools, #tanstack_devtools, \
     [data-testid=\"tanstack_devtools\"]",
    // webpack and Create React App.
    "#webpack-dev-server-client-overlay, #react-refresh-overlay, #webpack-hot-middleware-clientOverlay",
    // Vercel's toolbar.
    "vercel-live-feedback",
];

/// The panels as selectors.
pub fn panels() -> &'static [Selector] {
    static READ: LazyLock<Vec<Selector>> =
        LazyLock::new(|| PANELS.iter().filter_map(|panel| Selector::new(panel).ok()).collect());
    &READ
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_panels_are_selectors() {
        let wrong: Vec<_> = PANELS.iter().filter_map(|panel| Selector::new(panel).err()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
