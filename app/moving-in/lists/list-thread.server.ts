// Runs in a thread of its own, which can be stopped whatever a list makes it do.
import { parentPort, workerData } from 'node:worker_threads'

import { readListNow } from './read-list.server.ts'

const [kind, ...about] = workerData as Parameters<typeof readListNow>
parentPort?.postMessage(readListNow(kind, ...about))
