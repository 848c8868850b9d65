// Builds the site: `node build.mjs [--out FOLDER] [--playground FOLDER]`. Without `--out`, it is written to
// `target/site` of the project.
import { cpSync, existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { build } from 'vitepress'

import { problems } from './links.mjs'
import { RULES, readPages } from './pages.mjs'
import { project } from './project.mjs'
import { readRules } from './rules.mjs'
import { knowRules, writeSource } from './source.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({
  options: { out: { type: 'string' }, playground: { type: 'string' }, root: { type: 'string' }, base: { type: 'string' } },
})
const root = resolve(values.root ?? join(here, '..', '..'))
const out = resolve(values.out ?? join(root, 'target', 'site'))
const playground = values.playground ?? join(root, 'target', 'playground')
const hasPlayground = existsSync(join(playground, 'index.html'))
const source = `${out}-source`

const { formats } = readRules(readFileSync(join(root, RULES), 'utf8'))
knowRules(formats.flatMap((format) => format.rules.map((rule) => rule.code)))
const pages = readPages(root)
const rules = writeSource(source, { root, ...pages, ...project(root) })
// The pages import Vue.
symlinkSync(realpathSync(join(here, 'node_modules')), join(source, 'node_modules'))
process.env.AGMARK_SITE = JSON.stringify({
  out,
  source,
  root,
  rules,
  sections: pages.sections,
  base: values.base ?? '/',
  playground: hasPlayground,
  ...project(root),
})
await build(here)
if (hasPlayground) cpSync(playground, join(out, 'playground'), { recursive: true })

const { base } = JSON.parse(process.env.AGMARK_SITE)
const wrong = problems(out, base, project(root))
for (const line of wrong) console.error(line)
console.log(`${out}: ${rules.flatMap((group) => group.codes).length} rules, ${wrong.length} problems with links`)
// Not `exit`: the map of the site is still being written.
process.exitCode = wrong.length ? 1 : 0
