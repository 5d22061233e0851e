// The site and its worker as `npm start` runs them. They are killed every few seconds here, so after a shorter time
// without a crash the supervisor waits only half a second again.
import { supervise } from '../../../server/supervise.mjs'

supervise(process.execPath, ['server/main.ts', 'server/worker.ts'], { steadyAfter: 1000 })
