// Runs the site and its worker as `npm start` does, but with two shorter times. The processes are killed every few seconds, so
// the pause before a restart returns to half a second after 1 s of running. A hung process is suspended here and uses no CPU
// time, so the supervisor kills it after 10 s without a heartbeat.
import { silenceLimits } from '../../../server/silence.mjs'
import { supervise } from '../../../server/supervise.mjs'

const silence = { ...silenceLimits, wallClock: 10_000 }
supervise(process.execPath, ['server/main.ts', 'server/worker.ts'], { steadyAfter: 1000, silence })
