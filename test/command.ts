import { execFile } from 'node:child_process'
import { vi } from 'vitest'

type Printed = { code: number; out: string; err: string }
type Env = Record<string, string>

/** Runs a file of `server/cli` in a process of its own, as an operator does. */
export function spawnCommand(file: string, words: string[], env: Env): Promise<Printed> {
  return new Promise((done) => {
    execFile(process.execPath, [file, ...words], { env: { ...process.env, ...env } }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })
}

/**
 * Runs a command in this process, because starting a process takes a second of the processor's time. Two commands must
 * not run here at the same time.
 */
export async function runHere(
  command: (words: string[]) => Promise<number>,
  words: string[],
  env: Env,
): Promise<Printed> {
  const printed = { out: '', err: '' }
  const note = (where: keyof typeof printed) => (line: unknown) =>
    void (printed[where] += `${String(line)}\n`)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(note('out')),
    vi.spyOn(console, 'error').mockImplementation(note('err')),
  ]
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    return { code: await command(words), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
