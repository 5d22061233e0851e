import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const script = 'import("./server/prepare.mjs").then(({ prepare }) => prepare())'

/** Builds the site if its sources have changed since the last build. Ends the process if the build fails. */
export function buildIfStale(): void {
  const { status } = spawnSync(process.execPath, ['-e', script], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
