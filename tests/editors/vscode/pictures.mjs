// The pictures of the extension's page: realistic documents, in a dark and a light theme.

import { check, summary } from './checks.mjs';
import { told } from './place.mjs';
import { session } from './session.mjs';

const PLAN = `@meta author=ines title="Repair café"

@h1 Repair café [#cafe]

@p We open on the first Saturday of the month. See @ref #rota for who helps. [#opening]

@h2 Who helps [#rota]

@ul desc="helpers and what they repair" refs="#tools" [#helpers]
- Ada: bicycles
- Noor: lamps and radios
- Jun: clothes, with two machines

@h2 What we need [#tools]

@table format=csv [#list]
~~~
tool,owner,evening
truing stand,Ada,first
soldering iron,Noor,all
overlock,Jun,second
~~~

@p Heavy things come through the back, see @ref #dor. [#heavy]

@h2 The back door [#door]

@p The bell is broken: call *Noor*. [#bell]
`;

const SCREEN = `---
url: https://library.example/search
title: Library
ts: 1732251600
---
header
  link#e1 "Library" href=/
  nav
    link#e2 "My books"
    link#e3 "Opening hours"
main
  h1 "Find a book"
  form#e4 "Search"
    label "Title or author" for=#e5
    textbox#e5 "Title or author" value="Lighthouses"
    checkbox#e6 "Only books that are in" [checked]
    button#e7 "Search" [primary]
  h2 "3 books"
  | Title | Shelf | |
  | Lighthouses of the north | 4B | link#e8 "Reserve" |
  | Keeping a light | 4C | link#e9 "Reserve" |
  | The keeper's year | 7A | link#e10 "Reserve" |
  button#e11 "More" [disabled]
`;

const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

for (const [name, theme] of Object.entries(THEMES)) {
  const files = { 'plan.agd': PLAN, 'library.anml': SCREEN };
  const place = await session({ name: `pictures-${name}`, files, vsix: told('AGMARK_VSIX'), theme });
  const { editor } = place;
  try {
    await check(`a plan with a finding, ${name}`, async () => {
      await editor.open('plan.agd');
      await editor.page.waitForSelector('.squiggly-error');
      await editor.goTo({ line: 23, column: 1 });
      await editor.press('Alt+F8');
      await editor.sees('.marker-widget', 'did you mean "door"?');
      await editor.screenshot(`plan-${name}`);
      await editor.press('Escape');
    });
    await check(`a snapshot and its picture, ${name}`, async () => {
      await editor.open('library.anml');
      await editor.command('agmark: Preview snapshot');
      await editor.view().getByText('Find a book').first().waitFor();
      await editor.screenshot(`screen-${name}`);
    });
  } finally {
    await place.stop();
  }
}
process.exit(summary());
