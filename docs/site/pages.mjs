// The pages of the site: where each comes from, its address, and its place in the list of pages.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the project. `examples` is the format of the examples that can be tried on the page. */
const page = (source, address, title, more = {}) => ({ source, address, title, ...more })

/** The formats and their pages, from the table of the README. */
function formats(root) {
  const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| \[([^\]]+)\]\(docs\/(\w+)\.md\) \|/gm)
  return [...rows].map(([, title, name]) => page(`docs/${name}.md`, `${name}/`, title, { examples: name }))
}

/** The language of the examples of a format in Markdown. For other formats it has the format's name. */
const LANGUAGES = { aaf: 'html', markdownlang: 'markdown' }

export const languageOf = (format) => LANGUAGES[format] ?? format

/** The names of examples in the playground. For other formats it is `example` with the ending of the format. */
const NAMES = { aaf: 'page.html', markdownlang: 'program.md' }

export const nameOf = (format) => NAMES[format] ?? `example.${format}`

const editor = (name, title) => page(`editors/${name}/README.md`, `editors/${name}/`, title)

const sections = (root) => [
  {
    title: 'Guide',
    pages: [
      page('docs/start.md', 'start/', 'Start in five minutes'),
      page('docs/command-line.md', 'command-line/', 'Command line'),
      page('docs/configuration.md', 'configuration/', 'Settings'),
      page('docs/compared.md', 'compared/', 'Compared with'),
    ],
  },
  { title: 'Formats', pages: formats(root) },
  {
    title: 'Editors',
    pages: [
      page('editors/README.md', 'editors/', 'All editors'),
      editor('vscode', 'VS Code'),
      editor('neovim', 'Neovim'),
      editor('helix', 'Helix'),
      editor('zed', 'Zed'),
      editor('emacs', 'Emacs'),
      editor('kakoune', 'Kakoune'),
      page('docs/editors.md', 'editors/clients/', 'Setup and clients'),
    ],
  },
  {
    title: 'Agents and tools',
    pages: [
      page('docs/mcp.md', 'mcp/', 'MCP server'),
      page('docs/agents/SKILL.md', 'agents/skill/', 'A skill for models'),
      page('docs/agents/AGENTS.md', 'agents/', 'Text for AGENTS.md'),
      page('docs/daemon.md', 'daemon/', 'Daemon'),
      page('docs/audit.md', 'audit/', 'Audits'),
      page('docs/running.md', 'running/', 'Running programs'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('docs/architecture.md', 'architecture/', 'Architecture'),
      page('CONTRIBUTING.md', 'contributing/', 'Contributing'),
      page('docs/release.md', 'release/', 'Releases'),
      page('tests/bench/README.md', 'benchmark/', 'Benchmark'),
      page('tests/bench/RESULTS.md', 'benchmark/results/', 'Results'),
      page('CHANGELOG.md', 'changelog/', 'Changes'),
      page('SECURITY.md', 'security/', 'Security'),
    ],
  },
]

/** The page of all rules, which becomes one page for each rule. */
export const RULES = 'docs/rules.md'

const HOME = page('docs/site/home.md', '', 'agmark')

/** All pages: `sections` as the list beside each page, and the address of each source. The README is the first page. */
export function readPages(root) {
  const parts = sections(root)
  const pages = [HOME, ...parts.flatMap((section) => section.pages)]
  const addresses = new Map([
    ...pages.map(({ source, address }) => [source, address]),
    ['README.md', ''],
    [RULES, 'rules/'],
  ])
  return { sections: parts, pages, addresses }
}

/** The name of a heading in an address, as GitHub makes it. The links of the pages use these names. */
export function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}
