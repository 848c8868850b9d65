// Checks the links of the built site: each leads to a file and, after `#`, to an element that exists. A page may not
// load anything from another host.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What is wrong with the links in a built site. `base` is the path of the site on its host. */
export function problems(out, base, { homepage, repository }) {
  const pages = htmlFiles(out)
  const names = new Map()
  const namesOf = (file) => {
    if (!names.has(file)) names.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/ (?:id|name)="([^"]+)"/g)].map((m) => m[1])))
    return names.get(file)
  }
  const wrong = []
  let count = 0
  for (const file of pages) {
    const text = readFileSync(file, 'utf8')
    for (const [, tag, attribute, value] of text.matchAll(/<(\w+)[^>]*? (href|src)="([^"]*)"/g)) {
      count += 1
      const target = value.replaceAll('&amp;', '&')
      const why = problem(file, tag, attribute, target)
      if (why) wrong.push(`${relative(out, file)}: ${target}: ${why}`)
    }
  }
  if (count < 1000) wrong.push(`only ${count} links were found`)
  return wrong

  function problem(file, tag, attribute, target) {
    if (/^(mailto|data):/.test(target)) return null
    if (/^[a-z]+:\/\//.test(target)) {
      if (tag !== 'a' && !(tag === 'link' && target.startsWith(homepage))) return 'the page loads it from another host'
      return target.startsWith(repository) || target.startsWith('https://') ? null : 'the address is not https'
    }
    const [path, heading] = target.split('#')
    if (path && !path.startsWith(base)) return 'the link does not begin with the path of the site'
    const inside = path ? join(out, decodeURI(path.slice(base.length))) : file
    const found = existsSync(inside) && statSync(inside).isDirectory() ? join(inside, 'index.html') : inside
    if (!existsSync(found)) return 'the file does not exist'
    if (heading && !namesOf(found).has(decodeURIComponent(heading))) return 'the heading does not exist'
    return null
  }
}

function htmlFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'playground' ? [] : htmlFiles(path)
    return entry.name.endsWith('.html') ? [path] : []
  })
}
