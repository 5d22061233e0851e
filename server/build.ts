// Builds the site beside the build that may be running, and puts it in place when it is whole.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { putInPlace } from './put-in-place.ts'

const root = join(import.meta.dirname, '..')
const making = 'build/making'

rmSync(join(root, making), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
  cwd: root,
  env: { ...process.env, BUILD_FOLDER: making },
  stdio: 'inherit',
})
if (status === 0) putInPlace(join(root, making), join(root, 'build'))
else process.exitCode = 1
