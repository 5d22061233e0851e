// Runs in a separate thread, which can be stopped if reading a list takes too long.
import { parentPort, workerData } from 'node:worker_threads'

import { readListNow } from './read-list.server.ts'

const [kind, ...about] = workerData as Parameters<typeof readListNow>
parentPort?.postMessage(readListNow(kind, ...about))
