import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { slug } from '../pages.mjs'

const site = JSON.parse(process.env.AGMARK_SITE)

/** The colors of our formats: the grammars of the extension for VS Code, without those that only add to others. */
const grammars = join(site.root, 'editors/vscode/out/syntaxes')
const languages = readdirSync(grammars)
  .map((file) => ({ ...JSON.parse(readFileSync(join(grammars, file), 'utf8')), name: file.replace('.json', '') }))
  .filter((grammar) => !grammar.injectionSelector)

const guide = site.sections.map(({ title, pages }) => ({
  text: title,
  items: pages.map((page) => ({ text: page.title, link: `/${page.address}` })),
}))

const allRules = { text: 'All rules', link: '/rules/' }

/** The rules whose codes begin with a name, such as `anml`, in groups. Every page holds these lists: each rule is in one. */
const sidebar = {
  '/rules/': [allRules, { text: 'Formats', items: site.rules.map(({ title }) => ({ text: title, link: `/rules/#${slug(title)}` })) }],
  '/': [...guide, { text: 'Rules', items: [allRules] }],
}
for (const { title, codes } of site.rules) {
  for (const code of codes) {
    const [name, rest] = code.split('/')
    const groups = (sidebar[`/rules/${name}/`] ??= [allRules])
    if (groups.at(-1).text !== title) groups.push({ text: title, items: [] })
    groups.at(-1).items.push({ text: rest, link: `/rules/${code}/` })
  }
}

export default {
  title: 'agmark',
  description: 'Language server and command line for five text formats of people and AI agents',
  lang: 'en',
  base: site.base,
  srcDir: site.source,
  outDir: site.out,
  cacheDir: join(site.source, '.cache'),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${site.base}icon.svg` }]],
  sitemap: { hostname: site.homepage + site.base },
  ignoreDeadLinks: true, // `links.mjs` checks the built pages, with headings
  markdown: {
    languages,
    anchor: { slugify: slug },
    toc: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    attrs: { disable: true },
    config: (md) => md.use(onlyMarkdown),
  },
  themeConfig: {
    playground: site.playground,
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Rules', link: '/rules/' },
      { text: 'Editors', link: '/editors/' },
      { text: 'Agents', link: '/mcp/' },
      ...(site.playground ? [{ text: 'Playground', link: '/playground/', target: '_self' }] : []),
      { text: site.version, items: [{ text: 'Changes', link: '/changelog/' }, { text: 'Releases', link: '/release/' }, { text: 'Source', link: site.repository }] },
    ],
    sidebar,
    footer: { message: 'MIT or Apache-2.0' },
  },
}

/** Names in angle brackets and braces in the project's pages are text, not elements and expressions of Vue. */
function onlyMarkdown(md) {
  const known = /^<\/?(img|TryIt|p|br|div)[\s>/]/
  const rules = md.renderer.rules
  md.core.ruler.disable('emoji')
  const braces = (html) => html.replaceAll('{{', '&#123;&#123;')
  for (const rule of ['html_inline', 'html_block']) {
    const render = rules[rule]
    rules[rule] = (tokens, index, ...rest) => {
      const { content } = tokens[index]
      return known.test(content.trim()) ? render(tokens, index, ...rest) : braces(md.utils.escapeHtml(content))
    }
  }
  for (const rule of ['text', 'code_inline']) {
    const render = rules[rule]
    rules[rule] = (...all) => braces(render(...all))
  }
}
