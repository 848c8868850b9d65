// The built site in a real browser: `node check.mjs SOURCES OUT SCREENSHOTS`. SOURCES is the folder with the site's
// scripts and modules, OUT the built site. Each check prints `ok: …` or `not ok: …`.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'

const [sources, out, screenshots] = process.argv.slice(2).map((path) => resolve(path))
const load = createRequire(join(sources, 'package.json'))
const { chromium } = load('playwright-core')
const axe = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8')
const { serve } = await import(pathToFileURL(join(sources, 'serve.mjs')))
const { problems } = await import(pathToFileURL(join(sources, 'links.mjs')))

let bad = 0
function check(what, holds, found = '') {
  console.log(`${holds ? 'ok' : 'not ok'}: ${what}${holds || !found ? '' : `: ${found}`}`)
  if (!holds) bad += 1
}

/** Pages of each kind. */
const PAGES = ['', 'start/', 'agd/', 'anml/', 'compared/', 'configuration/', 'rules/', 'rules/agd/duplicate-id/', 'rules/aaf/ambiguous/', 'editors/', 'benchmark/results/']

brokenLinksAreFound()
const server = await serve(out)
const address = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({
  executablePath: process.env.AGMARK_CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  for (const scheme of ['light', 'dark']) {
    await pages(scheme, { width: 1280, height: 900 })
    await pages(scheme, { width: 360, height: 740 })
  }
  await searching()
  await addresses()
  if (existsSync(join(out, 'playground', 'index.html'))) await examples()
} finally {
  await browser.close()
  server.close()
}
process.exit(bad ? 1 : 0)

/** A page of the browser that writes down requests to other hosts and errors. */
async function opened(options) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const outside = []
  const errors = []
  page.on('request', (request) => request.url().startsWith(address) || /^(data|blob):/.test(request.url()) || outside.push(request.url()))
  page.on('pageerror', (error) => errors.push(String(error)))
  return { page, outside, errors, close: () => context.close() }
}

async function pages(scheme, viewport) {
  const { page, outside, errors, close } = await opened({ viewport, colorScheme: scheme, reducedMotion: 'reduce' })
  const size = `${scheme}, ${viewport.width} wide`
  for (const path of PAGES) {
    const name = `/${path} (${size})`
    await page.goto(`${address}/${path}`, { waitUntil: 'networkidle' })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    check(`${name} fits the screen`, width <= viewport.width, `it is ${width} wide`)
    const words = await page.evaluate(() => document.body.innerText)
    check(`${name} has no leftovers of templates`, !/undefined[A-Z]|\[object /.test(words))
    // A narrow page has the same colors as a wide one.
    if (viewport.width > 400 || scheme === 'light') await accessible(page, name)
    const file = path.replaceAll('/', '-').replace(/-$/, '') || 'home'
    await page.screenshot({ path: picture(`site-${file}-${scheme}-${viewport.width}`) })
  }
  check(`nothing is loaded from other hosts (${size})`, outside.length === 0, outside.join(', '))
  check(`no errors in pages (${size})`, errors.length === 0, errors.join(', '))
  await close()
}

async function accessible(page, name) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  const found = violations.map(({ id, nodes }) => `${id} (${nodes.length}: ${nodes[0].html.slice(0, 160)})`)
  check(`${name} is accessible`, found.length === 0, found.join('; '))
}

async function searching() {
  const { page, close } = await opened({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${address}/start/`, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  await page.fill('#localsearch-input', 'agd/duplicate-id')
  const first = page.locator('#localsearch-list a').first()
  await first.waitFor()
  await page.waitForTimeout(500)
  await page.screenshot({ path: picture('site-search') })
  await page.keyboard.press('Enter')
  await page.waitForURL(/rules\/agd\/duplicate-id/, { timeout: 5000 }).catch(() => {})
  check('the search finds a rule by its code', page.url().includes('/rules/agd/duplicate-id/'), page.url())
  await close()
}

async function addresses() {
  const { page, close } = await opened({})
  const text = readFileSync(join(out, 'sitemap.xml'), 'utf8')
  const rules = [...text.matchAll(/rules\/[^/<]+\/[^/<]+\//g)]
  check('every rule has an address', rules.length > 200, `${rules.length}`)
  await page.goto(`${address}/rules/agd/duplicate-id`)
  check('the address of a rule works without its last slash', (await page.title()).startsWith('agd/duplicate-id'), await page.title())
  await page.goto(`${address}/agd/`)
  const colors = await page.locator('.language-agd span[style*="--shiki"]').count()
  check('examples have colors', colors > 10, `${colors}`)
  const answer = await page.goto(`${address}/no-such-page/`)
  check('an unknown address is a page that says so', answer.status() === 404 && (await page.content()).includes('PAGE NOT FOUND'))
  await close()
}

/** A button opens an example in the playground, which gets its text in the address. */
async function examples() {
  const hasServer = existsSync(join(out, 'playground', 'server.wasm'))
  const { page, outside, close } = await opened({ viewport: { width: 1280, height: 900 } })
  for (const format of ['agd', 'markdownlang', 'aaf']) {
    await page.goto(`${address}/${format}/`, { waitUntil: 'networkidle' })
    await page.locator('.try-it button').first().click()
    const frame = page.locator('.try-it iframe').first()
    await frame.waitFor()
    const { search, hash } = new URL(await frame.getAttribute('src'), address)
    const [[name, text]] = JSON.parse(inflateRawSync(Buffer.from(hash.slice(1), 'base64url')).toString())
    const shown = (await page.locator('.vp-doc div[class*=language-] code').first().textContent()).trim()
    const asked = search === `?embed&format=${format}&theme=light`
    check(`an example of ${format} opens in the playground`, asked && /^[\w.-]+$/.test(name) && text.trim() === shown, `${search} ${name}`)
    if (hasServer) {
      const inside = page.frameLocator('.try-it iframe').first()
      await inside.locator('html[data-answered]').waitFor({ timeout: 60_000 })
      const status = await inside.locator('#status').textContent()
      const colors = await inside.locator('html').getAttribute('data-theme')
      check('the server answers for it', status.includes(name) && colors === 'light', `${status} ${colors}`)
    }
    await page.screenshot({ path: picture(`site-try-${format}`) })
  }
  check('the playground loads nothing from other hosts', outside.length === 0, outside.join(', '))
  await close()
}

/** The check of the links is made to fail. */
function brokenLinksAreFound() {
  const folder = mkdtempSync(join(tmpdir(), 'agmark-links-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<a href="/gone/">a</a><a href="#here">b</a><a href="#there" id="there">c</a><img src="https://other.example/x.png"><a href="http://plain.example">d</a>',
  )
  const found = problems(folder, '/', { homepage: 'https://a.example', repository: 'https://b.example' })
  const expected = ['/gone/: the file', '#here: the heading', 'x.png: the page loads it', 'http://plain.example: the address is not https', 'only 5 links']
  check('broken links are found', found.length === expected.length && expected.every((part, at) => found[at].includes(part)), found.join(', '))
}

function picture(name) {
  mkdirSync(screenshots, { recursive: true })
  return join(screenshots, `${name}.png`)
}
