// Tests that run in VS Code's own extension host, with its real interface. `run` is called by VS Code.

const assert = require('node:assert/strict');
const path = require('node:path');
const vscode = require('vscode');
const { daemonTests } = require('./daemon.cjs');

/** Milliseconds; most things take a few. */
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

/** Waits until `ask` gives something true, and gives it. */
async function until(what, ask) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`${what}: not within ${PATIENCE} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const open = async (name) => {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), name));
  await vscode.window.showTextDocument(document);
  return document;
};

async function tests() {
  const extension = vscode.extensions.getExtension('agmark.agmark');
  await check('the extension is there', () => assert.ok(extension));

  await check('other files start nothing', async () => {
    const { server } = await extension.activate();
    for (const name of ['notes.md', 'plain.html', 'package.json']) {
      await open(name);
    }
    // Documents are looked at as they are opened; the last one was opened and seen.
    assert.equal(server.state.is, 'asleep');
    assert.equal(extension.exports.status.text, '');
  });
  const { server, status } = extension.exports;

  await check('a Markdown file that becomes a program wakes the server', async () => {
    const document = await open('notes.md');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '---\nname: notes\ninput: { type: object }\n---\n');
    await vscode.workspace.applyEdit(edit);
    await until('running', () => server.state.is === 'running');
  });

  await check('diagnostics name their rules and lead to them', async () => {
    const document = await open('rota.agd');
    const found = await until('diagnostics', () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length > 0 && all;
    });
    const codes = found.map(({ code }) => (typeof code === 'object' ? code.value : code));
    assert.ok(codes.includes('agd/duplicate-id'), codes.join(', '));
  });

  await check('a fix is one edit away', async () => {
    const document = await open('page.anml');
    const at = await until('the diagnostic', () =>
      vscode.languages.getDiagnostics(document.uri).find(({ message }) => message.includes('buton')),
    );
    // The server sends an edit when it is asked for that of an action: the last argument says for how many.
    const quickFix = vscode.CodeActionKind.QuickFix.value;
    const ask = ['vscode.executeCodeActionProvider', document.uri, at.range, quickFix, 20];
    const actions = await vscode.commands.executeCommand(...ask);
    const fix = actions.find(({ title }) => /button/.test(title));
    assert.ok(fix, actions.map(({ title }) => title).join(', '));
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /button#e2/);
  });

  await check('symbols, tokens, folds and links come from the server', async () => {
    const document = await open('rota.agd');
    const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
    assert.equal(symbols[0].name, 'Rota');
    const legend = await vscode.commands.executeCommand('vscode.provideDocumentSemanticTokensLegend', document.uri);
    const tokens = await vscode.commands.executeCommand('vscode.provideDocumentSemanticTokens', document.uri);
    assert.ok(tokens.data.length > 0 && legend.tokenTypes.length > 0);
  });

  await check('text in a language of its own keeps the colours of that language', async () => {
    const content = '@code lang=python\n~~~\ndef f(): return 1\n~~~\n\n@code lang="json"\n~~~\n{ "a": 1 }\n~~~\n\n@code\n~~~\nplain\n~~~\n';
    const document = await vscode.workspace.openTextDocument({ language: 'agd', content });
    const tokens = await until('tokens', () => vscode.commands.executeCommand('vscode.provideDocumentSemanticTokens', document.uri));
    const lines = new Set();
    for (let at = 0, line = 0; at < tokens.data.length; at += 5) {
      line += tokens.data[at];
      lines.add(line);
    }
    assert.ok(lines.has(0) && lines.has(5) && lines.has(12), [...lines].join(', '));
    assert.ok(!lines.has(2) && !lines.has(7), [...lines].join(', '));
  });

  await check('Enter goes on with a list, and ends it', async () => {
    const document = await open('rota.agd');
    const editor = vscode.window.activeTextEditor;
    const end = () => document.positionAt(document.getText().length);
    await editor.edit((edit) => edit.insert(end(), '\n\n@ul\n- ropes'));
    editor.selection = new vscode.Selection(end(), end());
    await vscode.commands.executeCommand('type', { text: '\n' });
    await until('another item', () => document.getText().endsWith('- ropes\n- '));
    editor.selection = new vscode.Selection(end(), end());
    await vscode.commands.executeCommand('type', { text: '\n' });
    await until('the end of the list', () => document.getText().endsWith('- ropes\n\n'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  await check('a rename goes over files', async () => {
    const document = await open('rota.agd');
    const at = document.positionAt(document.getText().indexOf('#oven]') + 1);
    const edit = await vscode.commands.executeCommand('vscode.executeDocumentRenameProvider', document.uri, at, 'stove');
    assert.ok(edit.entries().length > 0);
  });

  await check('beside the built-in services', async () => {
    const document = await open('page.html');
    const hover = await until('hover of the built-in service', async () => {
      const all = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, new vscode.Position(0, 3));
      return all.length > 0 && all;
    });
    const text = hover.flatMap(({ contents }) => contents.map((one) => one.value ?? one)).join('\n');
    assert.match(text, /button/i);
  });

  await check('the preview of a program follows it', async () => {
    const document = await open('greet.md');
    const clean = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf(' {{ uper');
    clean.delete(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(document.getText().length)));
    await vscode.workspace.applyEdit(clean);
    const argument = { uri: document.uri.toString(), input: { who: 'Ada' } };
    await vscode.commands.executeCommand('agmark.markdownlang.preview', argument);
    const shown = await until('the prompt', () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'agmark-live'),
    );
    assert.match(shown.getText(), /Hello Ada/);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(document.getText().indexOf('Hello')), 'Now say ');
    await vscode.workspace.applyEdit(edit);
    await until('the new prompt', () => /Now say Hello/.test(shown.getText()));
  });

  await check('every command of the package is registered', async () => {
    const all = await vscode.commands.getCommands(true);
    const missing = extension.packageJSON.contributes.commands.filter(({ command }) => !all.includes(command));
    assert.deepEqual(missing, []);
  });

  await check('every command of the server is in the package', () => {
    const known = extension.packageJSON.contributes.commands.map(({ command }) => command);
    assert.deepEqual(server.commands.filter((id) => !known.includes(id)), []);
  });

  await check('settings that name programs and hosts are no workspace settings', () => {
    const { properties } = extension.packageJSON.contributes.configuration;
    for (const key of ['agmark.server.path', 'agmark.run.baseUrl', 'agmark.daemon.redisUrl', 'agmark.daemon.write']) {
      assert.equal(properties[key].scope, 'machine', key);
    }
  });

  await daemonTests(check, until, extension);

  await check('uses of a name are counted, and the count leads to them', async () => {
    const document = await open('rota.agd');
    const uses = await until('a lens', async () => {
      const all = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 50);
      return all.find(({ command }) => /^[1-9]\d* reference/.test(command?.title ?? ''));
    });
    assert.equal(uses.command.command, 'agmark.showReferences');
    await vscode.commands.executeCommand(uses.command.command, ...uses.command.arguments);
  });

  await check('a page is audited where it stands, and the status bar has its score', async () => {
    const document = await open('page.html');
    await vscode.commands.executeCommand('agmark.aaf.auditPage');
    await until('findings of the audit', () =>
      vscode.languages.getDiagnostics(document.uri).some(({ source }) => source === 'agmark audit'),
    );
    await until('the score', () => /agmark · \d+\/100/.test(status.text));
  });

  await check('a server that ends by itself comes again, later and later, until a person is asked', async () => {
    await vscode.commands.executeCommand('agmark.restartServer');
    await until('running', () => server.state.is === 'running');
    const delays = [];
    while (server.state.is === 'running') {
      const [pid] = server.processes;
      assert.ok(pid, 'the process is known');
      process.kill(pid, 'SIGKILL');
      const state = await until('the end is seen', () => server.state.is !== 'running' && server.state);
      if (state.is === 'waiting') {
        delays.push(state.milliseconds);
        await until('running again', () => server.state.is === 'running' && server.processes[0] !== pid);
      }
    }
    assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000]);
    assert.match(server.state.why, /ended 6 times/);
    await vscode.commands.executeCommand('agmark.restartServer');
    assert.equal(server.state.is, 'running');
  });

  await check('a setting that names no program is said', async () => {
    const settings = vscode.workspace.getConfiguration('agmark');
    const nowhere = path.join(folder().fsPath, 'nowhere');
    await settings.update('server.path', nowhere, vscode.ConfigurationTarget.Global);
    const state = await until('the failure', () => server.state.is === 'failed' && server.state);
    assert.match(state.why, /nowhere", which is not a program/);
    assert.match(status.text, /^\$\(error\) agmark/);
    await settings.update('server.path', undefined, vscode.ConfigurationTarget.Global);
    await until('running again', () => server.state.is === 'running');
  });
}

async function run() {
  const failure = await tests().catch((error) => error ?? new Error('unknown'));
  if (failure) {
    failed += 1;
    console.log(`not as expected: the tests go on to their end: ${failure.stack ?? failure}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
}

module.exports = { run };
