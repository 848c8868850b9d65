// VS Code's Markdown server with a client of its own in the same process: in VS Code, the editor answers the server's
// requests for files and for the tokens of markdown-it. Argument: the folder node_modules.
const { createRequire } = require("node:module");
const fs = require("node:fs");
const path = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");

const modules = process.argv[2];
const folder = path.join(modules, "vscode-langservers-extracted/lib/markdown-language-server/");
const from = createRequire(folder + "server.js");
const { createConnection } = from("vscode-languageserver/node");
const { TextDocument } = from("vscode-languageserver-textdocument");
const markdown = createRequire(path.join(modules, "x.js"))("markdown-it")({ html: true });

// Standard output belongs to the protocol.
console.log = console.info = console.error = () => {};

const texts = new Map();
const connection = createConnection(process.stdin, process.stdout);

function listen(name, note) {
    const register = connection[name].bind(connection);
    connection[name] = (handler) =>
        register((params, ...rest) => {
            note(params);
            return handler(params, ...rest);
        });
}

let root = process.cwd();
listen("onInitialize", (params) => (root = params.rootUri ? fileURLToPath(params.rootUri) : root));
listen("onDidOpenTextDocument", ({ textDocument: { uri, version, text } }) =>
    texts.set(uri, TextDocument.create(uri, "markdown", version, text)));
listen("onDidChangeTextDocument", ({ textDocument: { uri, version }, contentChanges }) =>
    TextDocument.update(texts.get(uri), contentChanges, version));

function markdownFiles(below) {
    return fs.readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
        const name = path.join(below, entry.name);
        if (entry.isDirectory()) return markdownFiles(name);
        return entry.name.endsWith(".md") ? [pathToFileURL(name).href] : [];
    });
}

function stat(uri) {
    try {
        return { isDirectory: fs.statSync(fileURLToPath(uri)).isDirectory() };
    } catch {
        return undefined;
    }
}

const answers = {
    "markdown/parse": ({ uri, text }) =>
        markdown.parse(text ?? texts.get(uri)?.getText() ?? fs.readFileSync(fileURLToPath(uri), "utf8"), {}),
    "markdown/fs/readFile": ({ uri }) => [...fs.readFileSync(fileURLToPath(uri))],
    "markdown/fs/readDirectory": ({ uri }) =>
        fs.readdirSync(fileURLToPath(uri), { withFileTypes: true })
            .map((entry) => [entry.name, { isDirectory: entry.isDirectory() }]),
    "markdown/fs/stat": ({ uri }) => stat(uri),
    "markdown/fs/watcher/create": () => undefined,
    "markdown/fs/watcher/delete": () => undefined,
    "markdown/findMarkdownFilesInWorkspace": () => markdownFiles(root),
};

const send = connection.sendRequest.bind(connection);
connection.sendRequest = async (type, params, ...rest) => {
    const answer = answers[type.method ?? type];
    return answer ? answer(params) : send(type, params, ...rest);
};
process.on("unhandledRejection", () => {});
from("./server").startVsCodeServer(connection);
