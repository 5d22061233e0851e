// The site and its worker as `npm start` runs them. They are killed every few seconds here, so after a shorter time
// without a crash the supervisor waits only half a second again. A hung process is suspended and uses no CPU time, so
// it is killed after a shorter time as well.
import { silenceLimits } from '../../../server/silence.mjs'
import { supervise } from '../../../server/supervise.mjs'

const silence = { ...silenceLimits, wallClock: 10_000 }
supervise(process.execPath, ['server/main.ts', 'server/worker.ts'], { steadyAfter: 1000, silence })
