// A sample document for the first steps: it has a finding with a fix, a name to jump to and a name to rename.

import * as vscode from 'vscode';

const SAMPLES = [
  {
    language: 'agd',
    label: 'A plan that agents write together',
    content: `@meta author=ines title="Repair café"

@h1 Repair café [#cafe]

@p We open on the first Saturday of the month, see @ref #rota. [#opening]

@h2 Who helps [#rota]

@ul desc="helpers and what they repair" [#helpers]
- Ada: bicycles
- Noor: lamps and radios

@p Ask at the @ref #dor before you carry something heavy. [#heavy]

@h2 The door [#door]
`,
  },
  {
    language: 'anml',
    label: 'A screen as an agent sees it',
    content: `---
url: https://library.example/search
---
main
  h1 "Find a book"
  form#e1 "Search"
    label "Title" for=#e2
    textbox#e2 "Title" value="Lighthouses"
    checkbox#e3 "Only books that are in" [checked]
    button#e4 "Search"
  | Title | Shelf | |
  | Lighthouses of the north | 4B | link#e5 "Reserve" |
  | Keeping a light | 4C | link#e5 "Reserve" |
`,
  },
];

/** Opens a sample, without a file. */
export async function openSample(language: unknown): Promise<void> {
  const named = SAMPLES.find((sample) => sample.language === language);
  const chosen = named ?? (await vscode.window.showQuickPick(SAMPLES, { title: 'agmark: open a sample', placeHolder: 'A new document, which is not saved' }));
  if (chosen) {
    const { content } = chosen;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: chosen.language, content }));
  }
}
