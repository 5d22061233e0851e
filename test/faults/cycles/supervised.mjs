// Runs the site and its worker as `npm start` does. Here they are killed every few seconds, so the supervisor returns
// sooner to its shortest pause, half a second. A hung process is suspended and uses no CPU time, so it is also killed
// sooner.
import { silenceLimits } from '../../../server/silence.mjs'
import { supervise } from '../../../server/supervise.mjs'

const silence = { ...silenceLimits, wallClock: 10_000 }
supervise(process.execPath, ['server/main.ts', 'server/worker.ts'], { steadyAfter: 1000, silence })
