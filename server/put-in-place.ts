import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Milliseconds. Nobody looks at a page for longer without opening another. */
const keptFor = 30 * 24 * 60 * 60 * 1000
/** The name of such a file says what is in it, so that those of several builds stand side by side. */
const isHashed = /^(client|server)\/assets\//

/**
 * Puts a build where the site is run from, file by file, while processes of an earlier build may still run from there: each file is
 * replaced at once. Hashed files of earlier builds stay for thirty days after they were replaced, for those processes and for
 * pages that are open; `replaced.json` remembers since when. `made` is gone afterwards. `now` is in milliseconds.
 */
export function putInPlace(made: string, place: string, now = Date.now()): void {
  const fresh = new Set(filesBelow(made))
  for (const file of fresh) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    renameSync(join(made, file), join(place, file))
  }
  rmSync(made, { recursive: true })

  const memory = join(place, 'replaced.json')
  const before: Record<string, number> = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {}
  const replaced: Record<string, number> = {}
  for (const file of ['client', 'server'].flatMap((part) => filesBelow(place, part))) {
    if (fresh.has(file)) continue
    const since = before[file] ?? now
    if (isHashed.test(file) && now - since < keptFor) replaced[file] = since
    else rmSync(join(place, file), { force: true })
  }
  // At once, as everything here: another start may read it in this moment.
  writeFileSync(`${memory}.${process.pid}`, `${JSON.stringify(replaced, null, 2)}\n`)
  renameSync(`${memory}.${process.pid}`, memory)
}

/** The files in a part of a folder, as paths from the folder, with / between. */
function filesBelow(folder: string, part = '.'): string[] {
  const top = join(folder, part)
  if (!existsSync(top)) return []
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
}
