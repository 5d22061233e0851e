import { spawn } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const firstPause = 500
const longestPause = 30_000
/**
 * Runs `programs` as processes of their own, each once the one before it says 'ready'. Restarts a process that crashes, or
 * that was silent for `silence` ms after its first heartbeat, after pauses that double. Ends all when one crashes
 * before it was ever ready. They end together, by a signal, and the first that could not start gives the exit code.
 * After `steadyAfter` ms a process did not fail to start, so its next pause is the first again.
 */
export function supervise(
  command,
  programs,
  {
    cwd,
    say = console.log,
    beatEvery = 1000,
    silence = 10_000,
    checkEvery = beatEvery,
    steadyAfter = 60_000,
  },
) {
  // `silent`: ms without a heartbeat. No process is watched before its first one (see heartbeat.ts).
  const running = new Map()
  let ending = false
  let exitCode = 0

  const end = (code, signal = 'SIGTERM') => {
    if (code !== 0) exitCode = code
    ending = true
    for (const { child } of running.values()) child.kill(signal)
    leaveWhenAlone()
  }
  const leaveWhenAlone = () => {
    if (ending && running.size === 0) process.exit(exitCode)
  }

  const start = (at, failures = 0, first = true) => {
    const program = programs[at]
    if (ending || !program) return
    const began = performance.now()
    let ready = false
    const child = spawn(command, [program], {
      cwd,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, HEARTBEAT_MS: String(beatEvery) },
    })
    const state = { child, silent: 0, isWatched: false, isHung: false }
    running.set(program, state)
    child.on('message', (message) => {
      if (message.beat) Object.assign(state, { silent: 0, isWatched: !message.debugged })
      if (message !== 'ready' || ready) return
      ready = true
      if (first) start(at + 1)
    })
    const onEnd = (code, signal) => {
      running.delete(program)
      if (ending) return leaveWhenAlone()
      const hasFailedToStart = first && !ready
      if (hasFailedToStart && !state.isHung) return end(code || 1)
      const failed = performance.now() - began > steadyAfter ? 0 : failures
      const pause = Math.min(longestPause, firstPause * 2 ** failed)
      const reason = state.isHung
        ? `sent no heartbeat for ${silence / 1000} s and was killed`
        : `ended (${signal ?? code})`
      say(`${program} ${reason}. It is started again in ${pause / 1000} s.`)
      setTimeout(start, pause, at, failed + 1, hasFailedToStart)
    }
    // Without a process there is no 'exit'. With one, the error is of a message or a signal, and 'exit' follows.
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      say(`${program} could not be started: ${error.message}.`)
      onEnd(1, null)
    })
    child.on('exit', onEnd)
  }

  let checked = performance.now()
  const check = () => {
    const now = performance.now()
    // While this process itself was suspended or had no CPU time, it received no messages either.
    const elapsed = Math.min(now - checked, 2 * checkEvery)
    checked = now
    for (const state of running.values()) {
      if (!state.isWatched) continue
      state.silent += elapsed
      if (state.silent <= silence) continue
      state.isHung = true
      state.child.kill('SIGKILL')
    }
  }
  setInterval(check, checkEvery)

  for (const signal of signals) process.on(signal, () => end(0, signal))
  start(0)
}
