// A document of each format with what is to be seen in it. Lines and columns count from 1, as VS Code shows them.

/** @typedef {{ line: number, column: number }} Place */

export const CASES = [
  {
    format: 'AGD',
    file: 'rota.agd',
    text: '@h1   Rota [#rota]\n\n@p Bake [#oven]\n\n@p Again [#rota]\n\n@ref #oven\n',
    problem: { line: 5, says: /"rota" is already defined/ },
    hover: { line: 7, column: 8, says: /Bake/ },
    jump: { from: { line: 7, column: 8 }, to: 3 },
    rename: { at: { line: 7, column: 8 }, name: 'stove', gives: ['[#stove]', '@ref #stove'] },
    complete: { after: '@ref #', offers: 'stove' },
    outline: 'Rota',
    layout: { from: '@h1   Rota', to: '@h1 Rota' },
    lens: /reference/,
  },
  {
    format: 'ANML',
    file: 'page.anml',
    text: 'main\n   p "Odd"\n  label "Card" for=#e1\n  textbox#e1   "Card"\n  buton#e2 "Send"\n',
    problem: { line: 2, says: /found 3/ },
    hover: { line: 4, column: 5, says: /textbox|text/i },
    jump: { from: { line: 3, column: 22 }, to: 4 },
    rename: { at: { line: 3, column: 22 }, name: 'e5', gives: ['for=#e5', 'textbox#e5'] },
    complete: { after: '  ', offers: 'button' },
    outline: 'main',
    layout: { from: 'textbox#e5   "Card"', to: 'textbox#e5 "Card"' },
  },
  {
    format: 'GaryML',
    file: 'task.garyml',
    text: '.Context   id=list\n  """\n  a\n  """\n\n.Execute\n  .test\n    target: @list\n    input: @gone\n',
    problem: { line: 9, says: /"gone" is not defined/ },
    hover: { line: 8, column: 15, says: /list/ },
    jump: { from: { line: 8, column: 15 }, to: 1 },
    rename: { at: { line: 8, column: 15 }, name: 'items', gives: ['id=items', '@items'] },
    complete: { after: '.', offers: 'Role' },
    outline: 'Context',
    layout: { from: '.Context   id', to: '.Context id' },
    lens: /reference/,
  },
  {
    format: 'AAF',
    file: 'page.html',
    text: '<button data-agent-kind="action" data-agent-action="show.stop" data-agent-danger="medium">Stop</button>\n<input data-agent-kind="field" data-agent-field="why" data-agent-for-action="show.stop">\n<p>Spaced   out</p>\n',
    problem: { line: 1, says: /medium/ },
    hover: { line: 1, column: 15, says: /agent/i },
    jump: { from: { line: 2, column: 82 }, to: 1 },
    rename: { at: { line: 2, column: 82 }, name: 'show.halt', gives: ['data-agent-action="show.halt"', 'data-agent-for-action="show.halt"'] },
    complete: { after: '<p data-agent-kind="', offers: 'status' },
    outline: 'show.halt',
    // The editor's own service lays out HTML, and asks nothing.
    layout: { from: 'Spaced   out', to: 'Spaced out' },
    lens: /agents: /,
  },
  {
    format: 'markdownlang',
    file: 'greet.md',
    text: '---\nname: greet\ndescription: Says hello\ninput:\n  type: object\n  properties:\n    who: { type: string }\n  required: [who]\noutput: { type: object }\n---\n\nHello {{ .who }} {{ uper .who }}\n\nBye {{.who}}\n',
    problem: { line: 12, says: /"uper"/ },
    hover: { line: 12, column: 12, says: /who/ },
    jump: { from: { line: 12, column: 12 }, to: 7 },
    rename: { at: { line: 12, column: 12 }, name: 'guest', gives: ['guest: { type: string }', '{{ .guest }}'] },
    complete: { after: '{{ ', offers: '.guest' },
    outline: 'greet',
    layout: { from: 'Bye {{.guest}}', to: 'Bye {{ .guest }}' },
    lens: /Run|prompt/,
  },
];

/** Files of other people, and what they are: no server is started for them. */
export const OTHERS = {
  'notes.md': '# Notes\n\nNothing of ours.\n',
  'plain.html': '<p>Nothing of ours.</p>\n',
  'package.json': '{ "name": "other" }\n',
};
