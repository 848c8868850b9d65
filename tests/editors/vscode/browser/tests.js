// Tests that run in the host for extensions in a browser. `run` is called by VS Code. `CASES` and `IS_STAND_IN`, whether
// the server is only a stand-in, are put before it.

/* global CASES, IS_STAND_IN */

const vscode = require('vscode');

const PATIENCE = 60_000;

let passed = 0;
let failed = 0;

async function check(what, act) {
  try {
    await act();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`not as expected: ${what}: ${error?.stack ?? error}`);
  }
}

function holds(condition, why) {
  if (!condition) {
    throw new Error(why);
  }
}

async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) {
      return answer;
    }
    holds(Date.now() < end, `${what}: not within ${PATIENCE} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const place = ({ line, column }) => new vscode.Position(line - 1, column - 1);

async function open(name) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), name));
  await vscode.window.showTextDocument(document);
  return document;
}

const ask = (name, ...args) => vscode.commands.executeCommand(`vscode.execute${name}`, ...args);

const documentWhere = (is) => vscode.workspace.textDocuments.find((document) => is(document, document.getText()));

const problemsOf = (document) => vscode.languages.getDiagnostics(document.uri);

async function tests() {
  const extension = vscode.extensions.getExtension('agmark.agmark');
  await check('the workspace is virtual, and the extension runs in a browser', async () => {
    holds(folder().scheme === 'memory', folder().toString());
    holds(vscode.env.uiKind === vscode.UIKind.Web && extension.extensionKind === vscode.ExtensionKind.UI, 'the kind');
  });
  await check('other files start nothing', async () => {
    const { server } = await extension.activate();
    await open('notes.md');
    await open('plain.html');
    holds(server.state.is === 'asleep', server.state.is);
  });
  const { server, status, missing } = extension.exports;
  for (const one of CASES.slice(0, IS_STAND_IN ? 1 : undefined)) {
    await check(`${one.format}: a finding`, async () => {
      const document = await open(one.file);
      const says = IS_STAND_IN ? /stand-in/ : one.problem.says;
      const found = await until('a finding', () => problemsOf(document).find(({ message }) => says.test(message)));
      holds(found.range.start.line === one.problem.line - 1, `line ${found.range.start.line}`);
    });
  }
  await check('commands that need the program say so', async () => {
    const all = await vscode.commands.getCommands(true);
    const lost = extension.packageJSON.contributes.commands.filter(({ command }) => !all.includes(command));
    holds(lost.length === 0, `not registered: ${lost.map(({ command }) => command)}`);
    holds(missing.includes('agmark.markdownlang.run') && missing.includes('agmark.aaf.auditPage'), 'what is missing');
    // It shows a message and does not wait for it to be closed.
    await vscode.commands.executeCommand('agmark.markdownlang.run');
  });
  await check('the server runs', () => holds(server.state.is === 'running', server.state.is));
  if (!IS_STAND_IN) {
    await withServer(server, missing, extension, status);
  }
  await check('the status bar has the server, for a picture with a finding', async () => {
    const document = await open(CASES[1].file);
    await until('the item', () => /^\$\(check\) agmark/.test(status.text));
    await until('a finding', () => problemsOf(document).length > 0);
    // Marks are drawn a moment later. When the tests have ended, VS Code takes them away.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    console.log('picture');
    await new Promise((resolve) => setTimeout(resolve, 2000));
  });
}

async function withServer(server, missing, extension, status) {
  for (const { format, file, hover, jump, rename, complete, outline, layout } of CASES) {
    await check(`${format}: hover`, async () => {
      const document = await open(file);
      const all = await ask('HoverProvider', document.uri, place(hover));
      const text = all.flatMap(({ contents }) => contents.map((one) => one.value ?? one)).join('\n');
      holds(hover.says.test(text), text);
    });
    await check(`${format}: the definition, in the editor's own address`, async () => {
      const document = await open(file);
      const [found] = await ask('DefinitionProvider', document.uri, place(jump.from));
      const uri = found.targetUri ?? found.uri;
      holds(uri.toString() === document.uri.toString(), uri.toString());
      holds((found.targetRange ?? found.range).start.line === jump.to - 1, 'its line');
    });
    await check(`${format}: a rename`, async () => {
      const document = await open(file);
      const edit = await ask('DocumentRenameProvider', document.uri, place(rename.at), rename.name);
      await vscode.workspace.applyEdit(edit);
      const text = document.getText();
      holds(rename.gives.every((one) => text.includes(one)), text);
    });
    await check(`${format}: completion`, async () => {
      const document = await open(file);
      const edit = new vscode.WorkspaceEdit();
      const end = document.positionAt(document.getText().length);
      edit.insert(document.uri, end, complete.after);
      await vscode.workspace.applyEdit(edit);
      const last = document.positionAt(document.getText().length);
      const { items } = await ask('CompletionItemProvider', document.uri, last);
      const labels = items.map(({ label }) => label.label ?? label);
      holds(labels.some((one) => one.includes(complete.offers)), labels.slice(0, 20).join(', '));
      const back = new vscode.WorkspaceEdit();
      back.delete(document.uri, new vscode.Range(end, last));
      await vscode.workspace.applyEdit(back);
    });
    await check(`${format}: outline`, async () => {
      const document = await open(file);
      const symbols = await until('symbols', () => ask('DocumentSymbolProvider', document.uri));
      const names = (all) => all.flatMap(({ name, children }) => [name, ...names(children ?? [])]);
      holds(names(symbols).some((name) => name.includes(outline)), names(symbols).join(', '));
    });
    await check(`${format}: formatting`, async () => {
      const document = await open(file);
      const edits = await ask('FormatDocumentProvider', document.uri, { tabSize: 2, insertSpaces: true });
      // HTML is laid out by the editor's own service, which is not part of this test.
      if (file.endsWith('.html')) {
        return holds(!edits?.length, 'HTML is not laid out');
      }
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, edits);
      await vscode.workspace.applyEdit(edit);
      holds(document.getText().includes(layout.to), document.getText());
      return undefined;
    });
  }
  await check('names lead to files that are not open, and a rename changes them', async () => {
    const document = await open('plans/ideas.agd');
    const at = document.positionAt(document.getText().indexOf('#fund') + 2);
    const [found] = await until('a definition', async () => {
      const all = await ask('DefinitionProvider', document.uri, at);
      return all.length > 0 && all;
    });
    const budget = vscode.Uri.joinPath(folder(), 'plans/money/budget.agd');
    const uri = found.targetUri ?? found.uri;
    holds(uri.toString() === budget.toString(), uri.toString());
    const edit = await ask('DocumentRenameProvider', document.uri, at, 'money');
    const changed = edit.entries().map(([one]) => one.toString());
    holds(changed.includes(budget.toString()) && changed.includes(document.uri.toString()), changed.join(', '));
    await vscode.workspace.applyEdit(edit);
    await until('no findings', () => problemsOf(document).length === 0);
    const other = await open('plans/money/budget.agd');
    holds(other.getText() === '@h1 Budget [#money]\n', other.getText());
    const again = await ask('DefinitionProvider', document.uri, at);
    holds(again.length === 1, `${again.length} definitions, so the document is there twice or not at all`);
  });
  await check('a file that is not open has its findings, as with the program', async () => {
    const unopened = vscode.Uri.joinPath(folder(), 'plans/unopened.agd');
    await until('a finding', () => vscode.languages.getDiagnostics(unopened).length > 0);
    holds(!vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === unopened.toString()), 'it is open');
  });
  await check('tokens are counted with the table of the package', async () => {
    await vscode.workspace.getConfiguration('agmark').update('token-counts', true, vscode.ConfigurationTarget.Global);
    const document = await open('rota.agd');
    const lens = await until('a lens', async () =>
      (await ask('CodeLensProvider', document.uri, 50)).find(({ command }) => /token/.test(command?.title ?? '')),
    );
    holds(/[1-9]\d* token/.test(lens.command.title), lens.command.title);
  });
  await check('a lens leads to the uses of a name', async () => {
    const document = await open('rota.agd');
    const lenses = await ask('CodeLensProvider', document.uri, 50);
    const uses = lenses.find(({ command }) => /^[1-9]\d* reference/.test(command?.title ?? ''));
    holds(uses, lenses.map(({ command }) => command?.title).join(', '));
    await vscode.commands.executeCommand(uses.command.command, ...uses.command.arguments);
  });
  await check('a document is converted', async () => {
    const content = '@h1 Rota [#rota]\n\n@p Bake.\n';
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'agd', content }));
    await vscode.commands.executeCommand('agmark.agd.toMarkdown');
    const made = await until('the document', () =>
      vscode.workspace.textDocuments.find(({ languageId, uri }) => languageId === 'markdown' && uri.scheme !== 'memory'),
    );
    holds(/Rota/.test(made.getText()), made.getText());
  });
  await check('a command counts tokens', async () => {
    await open('rota.agd');
    await vscode.commands.executeCommand('agmark.countTokens');
    holds(/[1-9]\d* tokens/.test(status.text), status.text);
    await vscode.commands.executeCommand('agmark.countTokens', { uri: (await open('screens/after.anml')).uri.toString() });
    const list = await until('the list', () => documentWhere(({ uri }) => uri.path === '/after.tokens.txt'));
    holds(/the same content as HTML/.test(list.getText()), list.getText());
  });
  await check('a snapshot is previewed', async () => {
    await open('screens/after.anml');
    await vscode.commands.executeCommand('agmark.anml.showPreview');
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await until('the preview', () => tabs().find(({ label }) => label === 'Preview after.anml'));
  });
  await check('two snapshots are compared, and the difference is applied', async () => {
    const [before, after] = ['before', 'after'].map((name) => vscode.Uri.joinPath(folder(), `screens/${name}.anml`));
    await vscode.commands.executeCommand('agmark.anml.compareSelected', after, [before, after]);
    const diff = await until('the difference', () => documentWhere(({ uri }, text) => uri.scheme === 'untitled' && /type: diff/.test(text)));
    holds(/base: before\.anml/.test(diff.getText()) && /\* p "2 things"/.test(diff.getText()), diff.getText());
  });
  await check('the prompt of a program follows it', async () => {
    const document = await open('hello.md');
    const uri = document.uri.toString();
    await vscode.commands.executeCommand('agmark.markdownlang.preview', { uri, input: { guest: 'Ada' } });
    const prompt = await until('the prompt', () => documentWhere(({ uri }) => uri.scheme === 'agmark-live'));
    holds(/Bye Ada/.test(prompt.getText()), prompt.getText());
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(document.getText().length), '\nSee you, {{ .guest }}\n');
    await vscode.workspace.applyEdit(edit);
    await until('the new prompt', () => /See you, Ada/.test(prompt.getText()));
  });
  await check('each command of the server is in the package, and none of them is said to be missing', () => {
    const known = extension.packageJSON.contributes.commands.map(({ command }) => command);
    const strange = server.commands.filter((id) => !known.includes(id));
    holds(strange.length === 0, strange.join(', '));
  });
  await check('after a fault, another server knows what is open', async () => {
    const document = await open(CASES[1].file);
    const before = await server.running();
    before.fail();
    await until('another server', async () => (await server.running()) !== before);
    await until('a finding', () => problemsOf(document).length > 0);
    const [symbol] = await until('symbols', () => ask('DocumentSymbolProvider', document.uri));
    holds(symbol.name === 'main', symbol.name);
  });
  await check('after too many faults, the person is told', async () => {
    for (let faults = 0; server.state.is !== 'failed'; faults += 1) {
      holds(faults < 10, 'it goes on for ever');
      const before = await server.running();
      before.fail();
      await until('the end', async () => server.state.is === 'failed' || (server.state.is === 'running' && (await server.running()) !== before));
    }
    holds(/ended 4 times: Error: a simulated fault/.test(server.state.why), server.state.why);
  });
  await check('a restart keeps the findings', async () => {
    await vscode.commands.executeCommand('agmark.restartServer');
    const document = await open(CASES[2].file);
    await until('a finding', () => problemsOf(document).length > 0);
    holds(server.state.is === 'running' && missing.length > 0, server.state.is);
  });
}

exports.run = async () => {
  const failure = await tests().catch((error) => error ?? new Error('unknown'));
  if (failure) {
    failed += 1;
    console.log(`not as expected: the tests go on to their end: ${failure.stack ?? failure}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
};
