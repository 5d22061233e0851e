// `npm start`: makes the clone ready, then runs the site and its worker on the project's own Node.
import { prepare, root, runtime } from './prepare.mjs'
import { supervise } from './supervise.mjs'

prepare()
supervise(runtime, ['server/main.ts', 'server/worker.ts'], { cwd: root })
