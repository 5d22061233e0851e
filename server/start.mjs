// `npm start`: makes the clone ready, then hands over to the project's own Node.
import { spawn } from 'node:child_process'

import { prepare, root, runtime } from './prepare.mjs'

prepare()

const site = spawn(runtime, ['server/main.ts'], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => site.kill(signal))
site.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
