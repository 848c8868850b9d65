// What the package says about the server, from the server itself: its settings (from the one schema), its rules as names
// for a setting, and its commands. Run it after any of these changed:
//
//     node scripts/contributions.mjs [PROGRAM] [--check]
//
// PROGRAM is `target/debug/agmark` of the project by default. With --check nothing is written; exit code 1 if something is stale.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const check = args.includes('--check');
const here = new URL('..', import.meta.url);
const named = args.find((arg) => !arg.startsWith('--'));
// A path that a person names is relative to the person's folder.
const program = named ? resolve(named) : fileURLToPath(new URL('../../target/debug/agmark', here));
const formats = JSON.parse(readFileSync(new URL('src/formats.json', here), 'utf8'));

/** When a command can be chosen by its name: `agmark.kind` is what the extension says of the document, as a rule the
    format. */
const WHERE = {
  anml: 'agmark.kind =~ /^anmla?$/',
  markdownlang: 'agmark.kind == program',
  aaf: 'agmark.kind =~ /^(page|manifest)$/',
};
const EXCEPT = {
  'agmark.anml.convertHtml': 'agmark.kind =~ /^anmla?$/ || editorLangId == html',
  // A page is audited before it is annotated, too.
  'agmark.aaf.auditPage': 'editorLangId == html',
  'agmark.aaf.auditSite': 'true',
  'agmark.aaf.auditWorkspace': 'workspaceFolderCount > 0',
  'agmark.aaf.resolve': 'agmark.kind == page',
  'agmark.aaf.showPrompt': 'agmark.kind == manifest',
  'agmark.markdownlang.convertSkill': 'editorLangId == markdown',
  'agmark.countTokens': 'agmark.kind',
};

/** Commands that this extension does itself: those that need a form, a choice or a view. */
const OWN = [
  { id: 'agmark.menu', title: 'Choose a command' },
  { id: 'agmark.install', title: 'Install the program' },
  { id: 'agmark.openSample', title: 'Open a sample' },
  { id: 'agmark.restartServer', title: 'Restart the server' },
  { id: 'agmark.showLog', title: 'Show the log' },
  { id: 'agmark.setApiKey', title: 'Set the API key for models' },
  { id: 'agmark.countTokens', title: 'Count tokens' },
  { id: 'agmark.openDaemonDocument', title: 'Open a document of a daemon' },
  { id: 'agmark.anml.showPreview', title: 'Preview snapshot', icon: '$(open-preview)' },
  { id: 'agmark.anml.showView', title: 'View snapshot, smaller', icon: '$(filter)' },
  { id: 'agmark.anml.showDiff', title: 'What changed since a snapshot', icon: '$(diff)' },
  { id: 'agmark.anml.compareSelected', title: 'Compare the chosen snapshots' },
  { id: 'agmark.markdownlang.run', title: 'Run program', icon: '$(play)' },
  { id: 'agmark.markdownlang.runAgain', title: 'Run program with the last input' },
  { id: 'agmark.markdownlang.replayProgram', title: 'Run program from a recording' },
  { id: 'agmark.markdownlang.dryRun', title: 'Show the first request' },
];

/** The icons of the server's commands in menus, by the last part of the id. */
const ICONS = {
  auditPage: '$(dashboard)',
  preview: '$(open-preview)',
  renderPrompt: '$(open-preview)',
};

/** Not in the command palette: they need more than a document, or a command of the extension asks for their options. */
const HIDDEN = [
  'agmark.documentTokens',
  'agmark.anml.compareSelected',
  'agmark.anml.viewDocument',
  'agmark.anml.diffDocuments',
  'agmark.anml.parseDocument',
  'agmark.anml.listTokens',
];

/** Without a title and a menu entry: lenses and actions call them. */
const UNSEEN = ['agmark.showReferences', 'agmark.form.goOn', 'agmark.form.cancel'];

/** What starts or fetches something: refused in a workspace that is not trusted. */
const TRUSTED = [
  'agmark.install',
  'agmark.markdownlang.run',
  'agmark.markdownlang.runAgain',
  'agmark.markdownlang.replayProgram',
  'agmark.markdownlang.dryRun',
  'agmark.aaf.auditSite',
];

/** What needs the program, or all files of a workspace. The extension in a browser has the server only, without files and
    processes. */
const NOT_IN_BROWSERS = [
  'agmark.install',
  'agmark.setApiKey',
  'agmark.openDaemonDocument',
  'agmark.aaf.writeManifest',
  'agmark.aaf.auditPage',
  'agmark.aaf.auditSite',
  'agmark.aaf.auditWorkspace',
  'agmark.markdownlang.convertSkill',
  'agmark.markdownlang.run',
  'agmark.markdownlang.runAgain',
  'agmark.markdownlang.replayProgram',
  'agmark.markdownlang.dryRun',
];

/** What the extension in a browser sets. */
const ELSEWHERE = '!agmark.inBrowser';

const output = (...parts) => execFileSync(program, parts, { cwd: here, encoding: 'utf8', maxBuffer: 1 << 26 });

const schema = JSON.parse(output('config', 'schema'));
const rules = JSON.parse(output('rules', '--json'));
const offered = JSON.parse(output('setup', 'commands'));

const manifest = JSON.parse(readFileSync(new URL('package.json', here), 'utf8'));
const theirs = offered.filter(({ id }) => !OWN.some((own) => own.id === id));
const commands = [...OWN, ...theirs.map(({ id, title }) => ({ id, title: sentence(title), icon: ICONS[id.split('.').at(-1)] }))];
Object.assign(manifest, addresses());
manifest.contributes.configuration = configuration();
manifest.contributes.commands = commands.map(({ id, title, icon }) => ({
  command: id,
  title,
  category: 'agmark',
  ...(icon ? { icon } : {}),
}));
manifest.contributes.menus.commandPalette = commands.map(({ id }) => ({ command: id, when: where(id) }));
for (const entry of Object.values(manifest.contributes.menus).flat()) {
  if (NOT_IN_BROWSERS.includes(entry.command) && !entry.when.includes(ELSEWHERE) && entry.when !== 'false') {
    entry.when = entry.when === 'true' ? ELSEWHERE : `${entry.when} && ${ELSEWHERE}`;
  }
}

const wanted = [
  ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
  ['src/contributions.json', contributions()],
];
let stale = false;
for (const [name, text] of wanted) {
  const file = new URL(name, here);
  if (read(file) === text) {
    continue;
  }
  stale = true;
  if (check) {
    console.error(`${name} is not what the server says; run \`node scripts/contributions.mjs\` in editors/vscode`);
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${name}`);
  }
}
process.exitCode = check && stale ? 1 : 0;

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The version and the public addresses, from the project's Cargo.toml. */
function addresses() {
  // The tests work on a copy of this folder.
  const root = process.env.AGMARK_ROOT ?? fileURLToPath(new URL('../..', here));
  const cargo = readFileSync(resolve(root, 'Cargo.toml'), 'utf8');
  const value = (key) => cargo.match(new RegExp(`^${key} = "(.*)"$`, 'm'))[1];
  const url = value('repository');
  return {
    version: value('version'),
    homepage: value('homepage'),
    repository: { type: 'git', url: `${url}.git`, directory: 'editors/vscode' },
    bugs: { url: `${url}/issues` },
    qna: `${url}/discussions`,
  };
}

function contributions() {
  const own = OWN.map(({ id }) => id);
  const all = commands.map(({ id, title }) => ({ id, title }));
  return `${JSON.stringify({ own, unseen: UNSEEN, hidden: HIDDEN, trusted: TRUSTED, notInBrowsers: NOT_IN_BROWSERS, commands: all }, null, 2)}\n`;
}

/** A title as all of them are here: without the format, which its document tells, and small but for names. */
function sentence(title) {
  const words = title.replace(/^\w+: /, '').split(' ');
  const small = words.map((word) => (/^[A-Z][a-z]*$/.test(word) && word !== 'Markdown' ? word.toLowerCase() : word));
  const text = small.join(' ');
  return text[0].toUpperCase() + text.slice(1);
}

function where(id) {
  if (HIDDEN.includes(id)) {
    return 'false';
  }
  const format = id.split('.')[1];
  return EXCEPT[id] ?? WHERE[format] ?? (format in formats ? `agmark.kind == ${format}` : 'true');
}

function configuration() {
  const properties = {};
  for (const [key, value] of Object.entries(schema.properties)) {
    if (value.properties) {
      // The settings of a format, one by one.
      for (const [inner, one] of Object.entries(value.properties)) {
        properties[`agmark.${key}.${inner}`] = { scope: 'resource', ...unset(plain(one)) };
      }
    } else {
      properties[`agmark.${key}`] = { scope: 'resource', ...plain(value) };
    }
  }
  const known = Object.fromEntries(
    rules.map((rule) => [rule.code, { type: 'string', enum: plain(schema.$defs.Level).enum, markdownDescription: rule.summary }]),
  );
  properties['agmark.rules'].properties = known;
  // What names a program, a host or a secret is the person's to say, never a workspace's.
  Object.assign(properties, {
    'agmark.server.path': {
      scope: 'machine',
      type: 'string',
      default: '',
      markdownDescription: 'The program `agmark`, as an absolute path. If empty, the program in this extension is used, else the one that ran `agmark setup`, else the one on the `PATH`. A workspace cannot set this.',
    },
    'agmark.run.baseUrl': {
      scope: 'machine',
      type: 'string',
      default: '',
      markdownDescription: 'The address of the model API that runs programs, such as `https://api.openai.com/v1`. If empty, `OPENAI_BASE_URL` is used. A workspace cannot set this.',
    },
    'agmark.daemon.redisUrl': {
      scope: 'machine',
      type: 'string',
      default: '',
      markdownDescription: 'The Redis with the documents of a daemon, such as `redis://127.0.0.1:6379/`. Empty: as `AGD_REDIS_URL` or `REDIS_URL` says. Put a password into these variables, not here.',
    },
    'agmark.daemon.write': {
      scope: 'machine',
      type: 'boolean',
      default: false,
      markdownDescription: 'Whether documents of a daemon (`agdd:`) can be edited. Saving sends the edits as operations, block by block.',
    },
    'agmark.documentation.url': {
      scope: 'machine',
      type: 'string',
      default: site(),
      markdownDescription: 'The address of the documentation site. If it is set, the code of a finding links to the page of its rule. A workspace cannot set this.',
    },
    'agmark.trace.server': {
      scope: 'window',
      type: 'string',
      enum: ['off', 'messages', 'verbose'],
      enumDescriptions: ['No messages.', 'The names of messages.', 'Messages with their contents.'],
      default: 'off',
      markdownDescription: 'Which messages between the editor and the server are logged.',
    },
  });
  return { title: 'agmark', properties };
}

/** The documentation site, once it is public. */
function site() {
  const { homepage } = addresses();
  return homepage.endsWith('.example') ? '' : homepage;
}

/** A setting without a default in the editor: the server knows the default. */
function unset(setting) {
  return setting.type === 'integer' ? { ...setting, type: ['integer', 'null'], default: null } : setting;
}

/** A schema as VS Code's settings take it: without references, words as an enumeration. */
function plain(value) {
  const target = value.$ref ? schema.$defs[value.$ref.split('/').pop()] : value;
  const { description, oneOf, items, properties, additionalProperties, required, type, minimum, maximum, enum: allowed, default: preset } = { ...target, ...without(value, '$ref') };
  const out = {};
  if (oneOf) {
    out.type = 'string';
    out.enum = oneOf.map((one) => one.const);
    out.enumDescriptions = oneOf.map((one) => words(one.description));
  } else if (type !== undefined) {
    out.type = type;
  }
  if (allowed) {
    out.enum = allowed;
  }
  // The limits of a 32-bit number are not useful.
  if (minimum !== undefined && maximum !== undefined) {
    Object.assign(out, { minimum, maximum });
  }
  // Without one, VS Code uses 0 for a number that is not set.
  if (typeof preset === 'number') {
    out.default = preset;
  }
  if (description) {
    out.markdownDescription = words(description);
  }
  if (items) {
    out.items = plain(items);
  }
  if (properties) {
    out.properties = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, plain(one)]));
    out.additionalProperties = false;
  } else if (typeof additionalProperties === 'object') {
    out.additionalProperties = plain(additionalProperties);
  }
  if (required) {
    out.required = required;
  }
  return out;
}

function without(object, key) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function words(text) {
  return (text ?? '').split(/\s+/).join(' ').trim();
}
