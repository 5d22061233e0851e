// Runs in a separate thread, which can be stopped if reading a list takes too long.
import { parentPort, workerData } from 'node:worker_threads'

import { readList } from './vineyard-import.ts'

const { bytes, origin } = workerData
parentPort?.postMessage(readList(bytes, origin))
