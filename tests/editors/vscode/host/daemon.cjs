// A document of a daemon, with a real Redis and a real daemon, which `host.mjs` starts.

const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const vscode = require('vscode');

const NAME = 'agd:Doc';
const uri = vscode.Uri.from({ scheme: 'agdd', path: `/${NAME}` });

const agd = (args, input) => execFileSync('agmark', ['agd', ...args], { input, encoding: 'utf8', env: { ...process.env, PATH: `${process.env.AGMARK_FOLDER}:${process.env.PATH}` } });
const push = (operation) => agd(['push', '--stream', `${NAME}:ops`, '-', '--wait'], JSON.stringify(operation));
const append = (text) => push({ kind: 'append_item', target: 'gear', payload: { text } });
const stored = () => agd(['pull', NAME]);

async function daemonTests(check, until, extension) {
  const { daemonDocuments } = extension.exports;
  const settings = vscode.workspace.getConfiguration('agmark');

  await check('nothing is started before a document of a daemon is opened', async () => {
    assert.deepEqual(await daemonDocuments.processes(), []);
  });

  await check('a document of a daemon opens read-only, and changes while one looks', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.match(document.getText(), /- ropes/);
    const now = () => vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    await until('the language', () => now()?.languageId === 'agd');
    append('hooks');
    await until('the change', () => /- hooks/.test(now().getText()));
    assert.equal(vscode.workspace.fs.isWritableFileSystem('agdd'), true);
    const { permissions } = await vscode.workspace.fs.stat(uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    await assert.rejects(() => vscode.workspace.fs.writeFile(uri, Buffer.from('@p x\n')));
  });

  await check('the process ends with the last editor', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('no process', async () => (await daemonDocuments.processes()).length === 0);
  });

  await check('edits become operations', async () => {
    await settings.update('daemon.write', true, vscode.ConfigurationTarget.Global);
    const document = await open(until);
    // The editor learns in a moment that the document is not read-only any more.
    await until('an edit', async () => {
      await replace(document, 'Pier', 'Quay');
      return document.isDirty || (await vscode.commands.executeCommand('workbench.action.files.revert'));
    });
    append('nets');
    await saved(until, document);
    assert.match(stored(), /@h1 Quay \[#pier\]/);
    await until('both edits', () => /Quay[^]*- nets/.test(document.getText()));
    assert.ok(!document.isDirty);
  });

  await check('a conflict shows both texts, and the second save decides', async () => {
    const document = await open(until);
    await replace(document, '- ropes', '- my ropes');
    append('oars');
    await document.save();
    const found = await until('the conflict', () => vscode.languages.getDiagnostics(uri).find(({ source }) => source === 'agmark daemon'));
    assert.match(found.message, /- oars[^]*- my ropes/);
    assert.match(document.getText(), /- my ropes/);
    assert.ok(document.isDirty);
    await saved(until, document);
    assert.match(stored(), /- my ropes/);
    assert.equal(vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'agmark daemon').length, 0);
  });

  await settings.update('daemon.write', undefined, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

async function open(until) {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  return until('the document', () => vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString() && one.languageId === 'agd'));
}

async function replace(document, before, after) {
  const at = document.getText().indexOf(before);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + before.length)), after);
  if (at >= 0) {
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
}

async function saved(until, document) {
  await document.save();
  await until('the save', () => !document.isDirty);
}

module.exports = { daemonTests };
