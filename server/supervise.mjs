import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { measureSilence, silenceLimits } from './silence.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const firstPause = 500
const longestPause = 30_000

// The process of npm is found at once, because npm may end while packages are installed.
const npm = process.env.npm_lifecycle_event && findNpm()

/**
 * Runs each of `programs` in a process, which starts once the previous process says 'ready'. Restarts a process that
 * crashes, or that is silent for longer than `silence` after its first heartbeat. The pauses before restarts double;
 * after `steadyAfter` ms of running, the next pause is short again. All processes end after a signal, when
 * npm ends, and when a process crashes before it was ever ready. In the last case, the supervisor exits with
 * that process's code.
 */
export function supervise(
  command,
  programs,
  {
    cwd,
    say = console.log,
    beatEvery = 1000,
    silence: limits = silenceLimits,
    checkEvery = beatEvery,
    steadyAfter = 60_000,
  },
) {
  // No process is watched before its first heartbeat (see heartbeat.ts).
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
    const silence = measureSilence(child.pid, checkEvery, limits)
    const state = { child, silence, isWatched: false, hung: undefined }
    running.set(program, state)
    child.on('message', (message) => {
      if (message.beat) {
        state.isWatched = !message.debugged
        silence.restart()
      }
      if (message !== 'ready' || ready) return
      ready = true
      if (first) start(at + 1)
    })
    const onEnd = (code, signal) => {
      running.delete(program)
      if (ending) return leaveWhenAlone()
      const hasFailedToStart = first && !ready
      if (hasFailedToStart && !state.hung) return end(code || 1)
      const failed = performance.now() - began > steadyAfter ? 0 : failures
      const pause = Math.min(longestPause, firstPause * 2 ** failed)
      const reason = state.hung
        ? `sent no heartbeat ${state.hung} and was killed`
        : `ended (${signal ?? code})`
      say(`${program} ${reason}. It is started again in ${pause / 1000} s.`)
      setTimeout(start, pause, at, failed + 1, hasFailedToStart)
    }
    // If the process could not be started, no 'exit' follows. If a message or a signal failed, an 'exit' follows.
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      say(`${program} could not be started: ${error.message}.`)
      onEnd(1, null)
    })
    child.on('exit', onEnd)
  }

  const check = () => {
    if (!ending && hasNpmEnded()) end(0)
    for (const state of running.values()) {
      if (!state.isWatched) continue
      state.hung ??= state.silence.check()
      if (state.hung) state.child.kill('SIGKILL')
    }
  }
  setInterval(check, checkEvery)

  for (const signal of signals) process.on(signal, () => end(0, signal))
  check()
  start(0)
}

/** Returns the process that npm started, and its parent: npm, or a shell that npm started and that outlives npm. */
function findNpm() {
  const parent = process.ppid
  const isShell = readProcess(parent, 'cmdline').includes(process.env.npm_lifecycle_script ?? '\n')
  return { parent, grandparent: isShell ? parentOf(parent) : undefined }
}

/** Returns whether the npm that started this process has ended. Without npm, the site outlives its shell. */
function hasNpmEnded() {
  if (!npm) return false
  return (
    process.ppid !== npm.parent || (npm.grandparent !== undefined && parentOf(npm.parent) !== npm.grandparent)
  )
}

/** Returns the id of a process's parent, if /proc is available. */
function parentOf(pid) {
  return /^PPid:\s*(\d+)/m.exec(readProcess(pid, 'status'))?.[1]
}

/** Returns the text of a file about a process in /proc, or an empty text. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
