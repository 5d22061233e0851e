import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const firstPause = 500
const longestPause = 30_000
/** Whoever was up for so long has not failed to start. */
const steadyAfter = 60_000

/**
 * Runs `programs` as processes of their own, each once the one before it says 'ready'. One that crashes is started
 * again, after pauses that double; one that never became ready at its first start ends them all. They end together, by
 * a signal, and the first that could not start gives the exit code.
 */
export function supervise(command, programs, { cwd, say = console.log }) {
  const running = new Map()
  let ending = false
  let exitCode = 0

  const end = (code, signal = 'SIGTERM') => {
    if (code !== 0) exitCode = code
    ending = true
    for (const child of running.values()) child.kill(signal)
    leaveWhenAlone()
  }
  const leaveWhenAlone = () => {
    if (ending && running.size === 0) process.exit(exitCode)
  }

  const start = (at, failures = 0, first = true) => {
    const program = programs[at]
    if (ending || !program) return
    const began = Date.now()
    let ready = false
    const child = spawn(command, [program], { cwd, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    running.set(program, child)
    child.on('message', (message) => {
      if (message !== 'ready' || ready) return
      ready = true
      if (first) start(at + 1)
    })
    child.on('error', () => {})
    child.on('exit', (code, signal) => {
      running.delete(program)
      if (ending) return leaveWhenAlone()
      if (first && !ready) return end(code || 1)
      const failed = Date.now() - began > steadyAfter ? 0 : failures
      const pause = Math.min(longestPause, firstPause * 2 ** failed)
      say(`${program} ended (${signal ?? code}) and is started again in ${pause / 1000} s.`)
      setTimeout(start, pause, at, failed + 1, false)
    })
  }

  for (const signal of signals) process.on(signal, () => end(0, signal))
  start(0)
}
