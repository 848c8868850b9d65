// An extension of the tests: a file system in memory, as a workspace on a web site has it. `FILES` is put before it.

/* global FILES */

const vscode = require('vscode');

const encoder = new TextEncoder();
const changed = new vscode.EventEmitter();
const files = new Map(Object.entries(FILES).map(([name, text]) => [`/work/${name}`, encoder.encode(text)]));
const started = Date.now();

/** The names in a folder, each with its type. */
function inside(folder) {
  const start = folder === '/' ? folder : `${folder}/`;
  const rest = [...files.keys()].filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
  const types = rest.map((path) => [path.split('/')[0], path.includes('/') ? vscode.FileType.Directory : vscode.FileType.File]);
  return [...new Map(types)];
}

const provider = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => undefined),
  stat({ path }) {
    const content = files.get(path);
    if (content) {
      return { type: vscode.FileType.File, ctime: started, mtime: started, size: content.length };
    }
    if (inside(path).length > 0) {
      return { type: vscode.FileType.Directory, ctime: started, mtime: started, size: 0 };
    }
    throw vscode.FileSystemError.FileNotFound(path);
  },
  readDirectory: ({ path }) => inside(path),
  readFile({ path }) {
    if (!files.has(path)) {
      throw vscode.FileSystemError.FileNotFound(path);
    }
    return files.get(path);
  },
  writeFile({ path }, content) {
    files.set(path, content);
    changed.fire([{ type: vscode.FileChangeType.Changed, uri: vscode.Uri.from({ scheme: 'memory', authority: 'site', path }) }]);
  },
  createDirectory() {},
  delete: ({ path }) => void files.delete(path),
  rename() {},
};

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', provider));
};
