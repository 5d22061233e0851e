import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ready = 'import("./server/prepare.mjs").then(({ prepare }) => prepare())'

/** Makes the clone ready as a start does, so that what is tested or measured is the site as it stands; ends the process where it can not. */
export function makeReady(): void {
  const { status } = spawnSync(process.execPath, ['-e', ready], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
