import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Returns the worker as a separate process that a test can start and kill. */
export function mailWorker(env: { MAIL_DATABASE: string; SMTP_URL: string }) {
  let worker: ChildProcess | undefined
  return {
    /** Starts the worker. If the worker cannot start, tries again, as the supervisor would. */
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
