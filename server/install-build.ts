import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Milliseconds for which replaced files stay. Nobody keeps a page open for so long without navigating. */
const keepFor = 30 * 24 * 60 * 60 * 1000
/** The names of these files contain a hash, so files of several builds can be side by side. */
const isHashed = /^(client|server)\/assets\//

/**
 * Moves a new build from `built` to `target`, file by file, while processes of an earlier build may still run from
 * there. Hashed files of earlier builds stay for another 30 days, for those processes and for open pages.
 * `replaced.json` stores when each file was replaced. `now` is in milliseconds.
 */
export function installBuild(built: string, target: string, now = Date.now()): void {
  const fresh = new Set(listFiles(built))
  for (const file of fresh) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    renameSync(join(built, file), join(target, file))
  }
  rmSync(built, { recursive: true })

  const record = join(target, 'replaced.json')
  const before: Record<string, number> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  const replaced: Record<string, number> = {}
  for (const file of ['client', 'server'].flatMap((part) => listFiles(target, part))) {
    if (fresh.has(file)) continue
    const since = before[file] ?? now
    if (isHashed.test(file) && now - since < keepFor) replaced[file] = since
    else rmSync(join(target, file), { force: true })
  }
  // The file is renamed into place, because another process may be reading it now.
  writeFileSync(`${record}.${process.pid}`, `${JSON.stringify(replaced, null, 2)}\n`)
  renameSync(`${record}.${process.pid}`, record)
}

/** Returns the files in a part of a folder, as paths from the folder with `/` between names. */
export function listFiles(folder: string, part = '.'): string[] {
  const top = join(folder, part)
  if (!existsSync(top)) return []
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
}
