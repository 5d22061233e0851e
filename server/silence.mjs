// Measures how long a process has been silent. This file is plain JavaScript, because the supervisor runs on Node 20.
import { readFileSync } from 'node:fs'

/**
 * The limits in ms after which a silent process counts as hung. `cpu` limits the CPU time of its main thread, because a process
 * that only waits for a CPU is not hung. `wallClock` limits the wall-clock time. `wallClockOnly` replaces this limit if the CPU
 * time cannot be read.
 */
export const silenceLimits = { cpu: 10_000, wallClock: 60_000, wallClockOnly: 30_000 }

/**
 * Measures the silence of the process `pid`. Every `interval` ms, the caller calls `check`, which returns the
 * limit that has been passed. After each sign of life, the caller calls `restart`.
 */
export function measureSilence(pid, interval, limits = silenceLimits) {
  let wallClock, cpu, last
  const now = () => ({ wallClock: performance.now(), cpu: mainThreadTime(pid) })
  const restart = () => {
    wallClock = cpu = 0
    last = now()
  }
  restart()
  return {
    restart,
    check() {
      const current = now()
      // Long gaps are shortened, because a suspended caller may have missed a sign of life.
      const longest = 2 * interval
      wallClock += Math.min(current.wallClock - last.wallClock, longest)
      cpu += Math.min(current.cpu - last.cpu, longest)
      last = current
      if (cpu > limits.cpu) return `during ${limits.cpu / 1000} s of CPU time`
      const limit = Number.isNaN(cpu) ? limits.wallClockOnly : limits.wallClock
      return wallClock > limit ? `for ${limit / 1000} s` : undefined
    },
  }
}

/** Returns the CPU time of a process's main thread in milliseconds, or NaN if /proc is not available. */
function mainThreadTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
    // User and system time are fields 14 and 15 (proc_pid_stat(5)), in hundredths of a second. The second field is the
    // name in brackets, which may contain spaces.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return NaN
  }
}
