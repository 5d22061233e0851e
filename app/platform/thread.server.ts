import { Worker } from 'node:worker_threads'

import { createLoadQueue } from './http/load-limiter.server.ts'
import { ok, type Result, refused } from './result.ts'

/** A path from the project's root, because the built site runs from a different folder than its sources. */
type ThreadFile = `app/${string}-thread.server.ts`

/**
 * Runs a file in a thread and returns the thread's message. Returns `exceeded` if the thread takes more than 10 s or 256 MB, or
 * ends without a message. Without these limits, an uploaded file could block this process or use up its memory.
 */
export function runThread<Answer>(
  file: ThreadFile,
  data: unknown,
  budget = { time: 10_000, memory: 256 },
): Promise<Result<Answer, 'exceeded'>> {
  const thread = new Worker(new URL(`../../${file}`, import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: budget.memory },
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    const end = (result: Result<Answer, 'exceeded'>) => {
      clearTimeout(timer)
      resolve(result)
      void thread.terminate()
    }
    const timer = setTimeout(() => end(refused('exceeded')), budget.time)
    thread.once('message', (answer: Answer) => end(ok(answer)))
    thread.once('error', () => end(refused('exceeded')))
    thread.once('exit', () => end(refused('exceeded')))
  })
}

/** The size in bytes above which a file is read in a thread. Smaller files are read faster than a thread starts. */
const largeFile = 64 * 1024

const threads = createLoadQueue({ at_once: 2, max_waiting: 8, longest_wait: 5_000 })

/** Why an uploaded file was not read. After `busy`, the caller may try again. */
export type FileRefusal = { kind: 'busy' | 'unreadable'; message: string }

const problems = {
  busy: { kind: 'busy', message: 'Other files are being read. Please try again in a moment.' },
  exceeded: { kind: 'unreadable', message: 'That file takes too long to read. Please split it.' },
} satisfies Record<string, FileRefusal>

/** Reads a small uploaded file with `read`, and a large file in a thread. The thread's `file` must return the same as `read`. */
export async function readSentFile<Answer>(
  bytes: Uint8Array,
  read: () => Answer,
  file: ThreadFile,
  data: unknown,
): Promise<Result<Answer, FileRefusal>> {
  if (bytes.length <= largeFile) return ok(read())
  const answer = await threads.run(
    () => runThread<Answer>(file, data),
    () => refused('busy'),
  )
  return answer.ok ? answer : refused(problems[answer.problem])
}
