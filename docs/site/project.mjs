// What the site takes from Cargo.toml: the version and the public addresses.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function project(root) {
  const manifest = readFileSync(join(root, 'Cargo.toml'), 'utf8')
  const section = manifest.split('[workspace.package]')[1].split('\n[')[0]
  const value = (key) => {
    const found = section.match(new RegExp(`^${key} = "(.*)"$`, 'm'))
    if (!found) throw new Error(`Cargo.toml has no \`${key}\` in [workspace.package]`)
    return found[1]
  }
  return { version: value('version'), homepage: value('homepage'), repository: value('repository') }
}
