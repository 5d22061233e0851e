// npm run bench -- first            measures the first start of a clone without npm cache, and the size of its packages
// npm run bench -- first --short    measures only the first start
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { conclude, isShort, judge, say, table } from './figures.ts'
import { freePort } from './processes.ts'

/** The most seconds from `npm start` to the first page. The README promises less than a minute. */
const aim = 60

const folder = mkdtempSync(join(tmpdir(), 'chalk-first-'))
const clone = join(folder, 'clone')
const home = join(folder, 'home')
const port = await freePort()
// Leaves out the variables that npm and Node set for this script, so that the start uses the machine's own Node.
const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE|^INIT_CWD$/.test(name))
const env = {
  ...Object.fromEntries(inherited),
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .join(delimiter),
  HOME: home,
  PORT: String(port),
  DATABASE_URL: '',
  DATA_FOLDER: join(folder, 'data'),
}
try {
  mkdirSync(home)
  execFileSync('git', ['clone', '--quiet', '.', clone])
  const seconds = await timeStart()
  say(
    `From \`npm start\` to the first page of a clone: ${seconds.toFixed(1)} s ` +
      `(aim: at most ${aim}, ${judge('the first start', seconds, { most: aim })}). The start installs packages, builds the site and fills a database.`,
  )
  if (!isShort) measurePackages()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
conclude()

function measurePackages(): void {
  const running = megabytesOf(join(clone, 'node_modules'))
  npm('ci', '--no-audit', '--no-fund', '--loglevel=error')
  const withTools = megabytesOf(join(clone, 'node_modules'))
  const production = join(folder, 'production')
  npm('run', '--silent', 'production', '--', production)
  const format = (megabytes: number) => megabytes.toLocaleString('en', { maximumFractionDigits: 0 })
  say(
    `\n${table([
      ['packages', 'MB'],
      ['to build and run, with Node and Postgres', format(running)],
      ['with the tools for tests and checks', format(withTools)],
      ['of the folder for production', format(megabytesOf(join(production, 'node_modules')))],
      ['that folder in all', format(megabytesOf(production))],
    ])}`,
  )
}

async function timeStart(): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
      if (response?.ok) {
        await response.text()
        return (performance.now() - started) / 1000
      }
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
      await sleep(50)
    }
  } finally {
    // Ends all processes of the start. The embedded database ends with the last process.
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

function npm(...args: string[]): void {
  execFileSync('npm', args, { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Returns the disk space of a folder in MB. */
function megabytesOf(path: string): number {
  return Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024
}
