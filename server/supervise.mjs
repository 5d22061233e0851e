import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { measureSilence, silenceLimits } from './silence.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const firstPause = 500
const longestPause = 30_000

// Read at once, because npm may end while packages are installed.
const npm = process.env.npm_lifecycle_event && findNpm()

/**
 * Runs `programs` as processes of their own, each once the one before it says 'ready'. Restarts a process that crashes, or
 * that was silent for longer than `silence` after its first heartbeat, after pauses that double. Ends all when one crashes
 * before it was ever ready. They end together, by a signal or with npm, and the first that could not start gives the
 * exit code. After `steadyAfter` ms a process did not fail to start, so its next pause is the first again.
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
    // Without a process there is no 'exit'. With one, the error is of a message or a signal, and 'exit' follows.
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

/** The process that npm started and its parent. If that is a shell, npm is the parent of the shell, which outlives it. */
function findNpm() {
  const parent = process.ppid
  const isShell = readProcess(parent, 'cmdline').includes(process.env.npm_lifecycle_script ?? '\n')
  return { parent, grandparent: isShell ? parentOf(parent) : undefined }
}

/** Whether npm started this process and has ended since. Without npm, the site outlives the shell that started it. */
function hasNpmEnded() {
  if (!npm) return false
  return (
    process.ppid !== npm.parent || (npm.grandparent !== undefined && parentOf(npm.parent) !== npm.grandparent)
  )
}

/** The id of a process's parent, where /proc tells it. */
function parentOf(pid) {
  return /^PPid:\s*(\d+)/m.exec(readProcess(pid, 'status'))?.[1]
}

/** A file of a process in /proc, or an empty text. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
