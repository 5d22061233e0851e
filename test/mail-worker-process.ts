import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Returns the worker as a separate process, which a test starts and kills. */
export function mailWorker(env: { MAIL_DATABASE: string; SMTP_URL: string }) {
  let worker: ChildProcess | undefined
  return {
    /** Restarts a worker that could not start, as its supervisor does. */
    start: async () => {
      for (let ready = false; !ready; ) {
        worker = fork('test/mail-worker.ts', {
          env: { ...process.env, ...env },
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        })
        const left = once(worker, 'exit').then(() => false)
        ready = await Promise.race([once(worker, 'message').then(() => true), left])
      }
    },
    kill: async () => {
      if (!worker || worker.exitCode !== null) return
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
    },
  }
}
