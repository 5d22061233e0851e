import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The figures of one part of `npm run test:deploy`, such as `proxy`, for deploy/RESULTS.md. */
export type Figures = Record<string, string>

/** The Debian package of each program that `npm run test:deploy` runs. */
const packages: Record<string, string> = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  caddy: 'caddy',
  'docker-compose': 'docker-compose',
  'systemd-analyze': 'systemd',
  pg_dump: 'postgresql-client',
}

/** If a program is missing, ends this process with a sentence that says what to install. */
export function need(...programs: string[]): void {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length === 0) return
  const names = missing.map((program) => packages[program] ?? program)
  console.error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${names.join(' ')}`)
  process.exit(2)
}

/** Runs a program to its end and returns its output. If the program fails, throws an error that contains the output. */
export function run(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    ...options,
  })
  if (status === 0) return stdout.trim()
  throw new Error(`${[program, ...args].join(' ')}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`)
}

export type Running = Awaited<ReturnType<typeof start>>

/**
 * Starts a program and waits until it prints `ready`. If the program ends before that, throws an error that contains the
 * output.
 */
export async function start(
  program: string,
  args: string[],
  { ready, env, cwd }: { ready: RegExp; env: NodeJS.ProcessEnv; cwd?: string | undefined },
) {
  const child: ChildProcess = spawn(program, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let output = ''
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    const listen = (text: Buffer) => {
      output += text
      if (ready.test(output)) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`${program} ${args.join(' ')} ended:\n${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    milliseconds: Math.round(performance.now() - began),
    output: () => output,
    /** Sends SIGTERM and returns the exit code. Kills the program after 60 seconds and then returns null. */
    async stop(): Promise<number | null> {
      const killer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      child.kill('SIGTERM')
      const [code] = await ended
      clearTimeout(killer)
      return code
    },
  }
}

/** Waits until `check` returns a value, and returns this value. Throws after `seconds`. */
export async function until<Found>(
  what: string,
  check: () => Promise<Found | undefined | false>,
  seconds = 60,
): Promise<Found> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(100)) {
    const found = await check()
    if (found) return found
  }
  throw new Error(`This did not happen within ${seconds} s: ${what}.`)
}

/** Books a visit with the site's form, as a browser without JavaScript would. Returns the path of the confirmation. */
export async function bookByForm(
  origin: string,
  path: string,
  answers: Record<string, string>,
): Promise<string> {
  const page = await fetch(origin + path)
  assert.equal(page.status, 200, `${path} is shown`)
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams(answers),
    redirect: 'manual',
  })
  const location = answer.headers.get('Location') ?? ''
  assert.equal(
    answer.status,
    302,
    `the form leads to the confirmation, not to ${answer.status}: ${await answer.text()}`,
  )
  const confirmation = await fetch(new URL(location, origin))
  assert.equal(confirmation.status, 200)
  assert.match(await confirmation.text(), /Ada Lovelace/)
  return new URL(location, origin).pathname
}
