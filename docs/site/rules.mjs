// Makes one page for each rule from `docs/rules.md`, which `agmark docs rules` writes.

import { languageOf } from './pages.mjs'

/** Rules of no single format, whose examples are not colored. */
const SHARED = ['agmark', 'audit', 'run']

/** The page of the rules, cut into `{ intro, formats: [{ title, table, rules: [{ code, body }] }] }`. */
export function readRules(text) {
  const [head, ...parts] = splitAt(text, '## ')
  const formats = parts.map((part) => {
    const [top, ...rules] = splitAt(part, '### ')
    const { title, rest } = titled(top, '## ')
    return { title, table: rest.trim(), rules: rules.map((rule) => rulePart(rule)) }
  })
  return { intro: titled(head, '# ').rest.trim(), formats }
}

function rulePart(text) {
  const { title, rest } = titled(text, '### ')
  return { code: title, body: rest.trim() }
}

/** The parts of a page that begin with a heading of this level. Lines of code blocks are not headings. */
function splitAt(text, mark) {
  const parts = [[]]
  let fence = null
  for (const line of text.split('\n')) {
    const ticks = line.match(/^`{3,}/)?.[0]
    if (fence) {
      if (line === fence) fence = null
    } else if (ticks) fence = ticks
    else if (line.startsWith(mark)) parts.push([])
    parts.at(-1).push(line)
  }
  return parts.map((lines) => lines.join('\n'))
}

function titled(text, mark) {
  const [first, ...lines] = text.split('\n')
  if (!first.startsWith(mark)) throw new Error(`"${first}" is not a heading "${mark}"`)
  return { title: first.slice(mark.length).trim(), rest: lines.join('\n') }
}

/** The address of a rule on the site. */
export const addressOfRule = (code) => `rules/${code}/`

/** The text of the page of a rule. */
export function rulePage(rule) {
  const [format] = rule.code.split('/')
  const language = SHARED.includes(format) ? 'text' : languageOf(format)
  let open = false
  const body = rule.body.split('\n').map((line) => {
    if (!/^`{3,}/.test(line)) return line
    // An opening fence without a language is an example of the format.
    open = !open
    return open && /^`{3,}$/.test(line) ? line + language : line
  })
  const summary = rule.body.match(/^\*\*What\*\*: (.*)$/m)?.[1] ?? ''
  return { title: rule.code, description: summary.replace(/[`*]/g, ''), text: `# ${rule.code}\n\n${body.join('\n')}\n` }
}
