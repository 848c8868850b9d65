// Writes the pages of the site, from the pages of the project. Links to files of the project become links to pages,
// or to the public repository if the file is no page.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'

import { RULES, languageOf, nameOf } from './pages.mjs'
import { addressOfRule, readRules, rulePage } from './rules.mjs'

/** Writes all pages into a folder. `options`: `{ root, repository, pages, addresses }`. Returns the addresses of the rules. */
export function writeSource(folder, options) {
  rmSync(folder, { recursive: true, force: true })
  for (const page of options.pages) {
    const text = readFileSync(join(options.root, page.source), 'utf8').replace('{formats}\n', () => tableOfFormats(options))
    write(folder, page.address, converted(text, page, folder, options))
  }
  mkdirSync(join(folder, 'public'), { recursive: true })
  copyFileSync(join(options.root, 'docs/site/icon.svg'), join(folder, 'public', 'icon.svg'))
  // SchemaStore links to the schemas of the site.
  cpSync(join(options.root, 'editors/upstream/schemastore/schemas'), join(folder, 'public', 'schemas'), { recursive: true })
  return writeRules(folder, options)
}

/** The section of the README on the formats, with links as the first page writes them. */
function tableOfFormats({ root }) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = `## The formats${readme.split('\n## The formats')[1].split('\n## ')[0]}\n`
  return section.replaceAll('](docs/', '](../')
}

function writeRules(folder, options) {
  const { intro, formats } = readRules(readFileSync(join(options.root, RULES), 'utf8'))
  const index = { source: RULES, address: 'rules/' }
  const tables = formats.map(({ title, table }) => `## ${title}\n\n${table}`)
  write(folder, 'rules/', converted(['# Rules', intro, ...tables, ''].join('\n\n'), index, folder, options))
  const rules = formats.flatMap((format) => format.rules)
  for (const rule of rules) {
    const { title, description, text } = rulePage(rule)
    const page = { source: RULES, address: addressOfRule(title), examples: title.split('/')[0] }
    const head = `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n`
    write(folder, page.address, head + converted(text, page, folder, options))
  }
  return formats.map(({ title, rules }) => ({ title, codes: rules.map((rule) => rule.code) }))
}

function write(folder, address, text) {
  const path = join(folder, address, 'index.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The text of a page as the site needs it: no comments of tests, links that fit, examples with a button. */
export function converted(text, page, folder, options) {
  const out = []
  let fence = null
  let comment = false
  // The front matter of a skill is not one of the site.
  const lines = page.source.endsWith('SKILL.md') ? skill(text) : text.split('\n')
  for (const line of lines) {
    const ticks = line.match(/^ *(`{3,})/)?.[1]
    if (fence) {
      fence.lines.push(line)
      if (line.trim() === fence.ticks) {
        out.push(...fence.lines, ...tryIt(fence, page))
        fence = null
      }
    } else if (comment) comment = !line.endsWith('-->')
    else if (ticks) fence = { ticks, lines: [fenceWithColors(line)] }
    else if (line.startsWith('<!--')) comment = !line.endsWith('-->')
    else out.push(withPictures(withLinks(line, page, folder, options), page, folder, options))
  }
  return out.join('\n')
}

/** A skill is shown as the text that a model gets. */
function skill(text) {
  return ['# A skill for models', '', '`agmark docs skill` prints this text.', '', '`````markdown', ...text.trimEnd().split('\n'), '`````', '']
}

/** A block without a language is shell. */
const fenceWithColors = (line) => (/^ *`{3,}$/.test(line) ? `${line}sh` : line)

/** The button that opens an example in the playground. */
function tryIt(fence, page) {
  const language = fence.lines[0].replace(/^ *`+/, '')
  if (!page.examples || languageOf(page.examples) !== language) return []
  const code = Buffer.from(`${fence.lines.slice(1, -1).join('\n')}\n`).toString('base64')
  return ['', `<TryIt format="${page.examples}" name="${nameOf(page.examples)}" code="${code}" />`, '']
}

/** A line with its links changed. Code stays. */
function withLinks(line, page, folder, options) {
  const link = (whole, before, target) => {
    const found = address(target, page, folder, options)
    return found === null ? whole : `${before}(${found})`
  }
  const parts = line.split(/(`+[^`]*`+)/)
  // A link may have code as its text: `[`agd/x`](…)`. So the targets are changed in the whole line.
  return parts.length === 1 || !line.includes('](') ? line.replace(/(\])\(([^)\s]+)\)/g, link) : outsideOfCode(line, link)
}

function outsideOfCode(line, link) {
  let code = false
  let out = ''
  for (let at = 0; at < line.length; ) {
    if (line[at] === '`') code = !code
    const found = !code && line.slice(at).match(/^(\])\(([^)\s]+)\)/)
    out += found ? link(found[0], found[1], found[2]) : line[at]
    at += found ? found[0].length : 1
  }
  return out
}

/** Where a link leads on the site; null if it stays. */
function address(target, page, folder, options) {
  if (/^[a-z]+:/.test(target)) return null
  const [path, heading] = target.split('#')
  if (!path) return page.source === RULES ? ruleAddress(heading) ?? null : null
  const source = normalize(join(dirname(page.source), path)).replace(/\/$/, '')
  if (source === RULES && heading) return ruleAddress(heading) ?? broken(page, target)
  if (options.addresses.has(source)) return `/${options.addresses.get(source)}${heading ? `#${heading}` : ''}`
  if (!existsSync(join(options.root, source))) broken(page, target)
  if (/\.(svg|png)$/.test(source)) return picture(source, folder, options)
  return `${options.repository}/blob/main/${source}`
}

function broken(page, target) {
  throw new Error(`${page.source}: the link "${target}" leads nowhere`)
}

let headings
/** The address of a rule, by the name of its heading in `docs/rules.md`: `#anmlbad-role`. */
function ruleAddress(heading) {
  return headings?.get(heading)
}

export function knowRules(codes) {
  headings = new Map(codes.map((code) => [code.replaceAll('/', ''), `/${addressOfRule(code)}`]))
}

/** Copies a picture beside the pages. */
function picture(source, folder, options) {
  const name = `${basename(dirname(source))}-${basename(source)}`
  const to = join(folder, 'public', 'pictures', name)
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(join(options.root, source), to)
  return `/${relative(join(folder, 'public'), to)}`
}

/** The lines of a `<picture>`: an image for dark pages, and one for light pages. */
function withPictures(line, page, folder, options) {
  const dark = line.match(/<source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">/)
  if (dark) return `<img class="only-dark" alt="" src="${address(dark[1], page, folder, options)}">`
  const light = line.match(/^ *<img alt="([^"]*)" src="([^"]*)">/)
  if (light) return `<img class="only-light" alt="${light[1]}" src="${address(light[2], page, folder, options)}">`
  return line.replace(/<\/?picture>/, '')
}
