// Runs in a thread of its own, which can be stopped whatever a list makes it do.
import { parentPort, workerData } from 'node:worker_threads'

import { readList } from './import.ts'

const { bytes, origin } = workerData
parentPort?.postMessage(readList(bytes, origin))
