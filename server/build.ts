// Builds the site into another folder, because the current build may be in use, and then installs the complete build.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { installBuild } from './install-build.ts'

const root = join(import.meta.dirname, '..')
// Each process builds in its own folder, because several processes may start at the same time without a build.
const building = `build/making-${process.pid}`

for (const left of globSync('build/making-*', { cwd: root }).filter((folder) => !isAlive(pidIn(folder))))
  rmSync(join(root, left), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
  cwd: root,
  env: { ...process.env, BUILD_FOLDER: building },
  stdio: 'inherit',
})
if (status === 0) installBuild(join(root, building), join(root, 'build'))
else process.exitCode = 1

function pidIn(folder: string): number {
  return Number(folder.replace(/^.*-/, ''))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
