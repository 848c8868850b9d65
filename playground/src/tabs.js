// Tabs as the ARIA pattern describes them: arrows move between tabs, Tab goes into the panel.

import { element } from "./elements.js";

export class Tabs {
  #list;
  #panels;
  #tabs = [];
  selected = undefined;

  /** `shown` is called with the id of the tab that is selected. */
  constructor(list, panels, shown) {
    this.#list = list;
    this.#panels = panels;
    this.shown = shown;
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Replaces the tabs: each has an id, a title, and a panel unless the tabs share one. */
  replace(tabs, selected) {
    this.#tabs = tabs.map(({ id, title, panel }) => {
      const tab = element(
        "button",
        { type: "button", role: "tab", id: `tab-${id}`, onclick: () => this.select(id) },
        title,
      );
      if (panel) {
        Object.assign(panel, { id: `panel-${id}`, className: "panel", role: "tabpanel", tabIndex: 0 });
        panel.setAttribute("aria-labelledby", tab.id);
        tab.setAttribute("aria-controls", panel.id);
      }
      return { id, tab, panel };
    });
    this.#list.replaceChildren(...this.#tabs.map(({ tab }) => tab));
    this.#panels?.replaceChildren(...this.#tabs.map(({ panel }) => panel));
    const known = this.#tabs.some(({ id }) => id === selected);
    this.select(known ? selected : this.#tabs[0]?.id);
  }

  select(id) {
    this.selected = id;
    for (const one of this.#tabs) {
      const selected = one.id === id;
      one.tab.setAttribute("aria-selected", String(selected));
      one.tab.tabIndex = selected ? 0 : -1;
      if (one.panel) one.panel.hidden = !selected;
    }
    this.shown?.(id);
  }

  /** Changes the title of a tab. */
  title(id, title) {
    const found = this.#tabs.find((one) => one.id === id);
    if (found && found.tab.textContent !== title) found.tab.textContent = title;
  }

  #key(event) {
    const at = this.#tabs.findIndex(({ id }) => id === this.selected);
    const last = this.#tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.select(this.#tabs[to].id);
    this.#tabs[to].tab.focus();
  }
}
