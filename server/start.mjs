// `npm start` and `npm run dev`: makes the clone ready, then runs the site and its worker with the project's own Node.
import { prepare, root, runtime } from './prepare.mjs'
import { supervise } from './supervise.mjs'

prepare()
const site = process.argv.includes('--dev') ? 'server/dev.ts' : 'server/main.ts'
supervise(runtime(), [site, 'server/worker.ts'], { cwd: root })
