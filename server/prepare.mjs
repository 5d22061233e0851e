// Runs on any Node from 20 on, before anything is installed: what makes a fresh clone ready to start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const runtime = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const builtFrom = [
  'app',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'server/chunks.ts',
  'server/precompressed.ts',
  'tsconfig.json',
]

/** Installs what is missing and builds what is stale. Prints what it does; ends the process where it can not. */
export function prepare() {
  const installed = fingerprint(['package.json', 'package-lock.json'])
  if (stamp('node_modules/.installed') !== installed || !existsSync(runtime)) {
    say('Installing packages (first start, about a minute) …')
    // Not `npm ci`: it refuses a lock file that lacks another platform's optional package, which this one never needs.
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
    writeStamp('node_modules/.installed', installed)
  }
  const sources = fingerprint(builtFrom)
  if (stamp('build/.built') !== sources) {
    say('Building the site …')
    run(runtime, ['server/build.ts'], { quiet: true })
    writeStamp('build/.built', sources)
  }
}

function run(command, args, { quiet = false } = {}) {
  const env = { ...process.env, PATH: `${dirname(runtime)}:${process.env.PATH}` }
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  console.error(`"${[command, ...args].join(' ')}" failed, so the site can not start.`)
  process.exit(1)
}

/** One hash over the contents and names of files and folders. Tests beside their code do not make a build stale. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (/\.test\.tsx?$/.test(path)) return
    const entries = statIsFolder(full) ? readdirSync(full).sort() : undefined
    if (entries) for (const entry of entries) add(join(path, entry))
    else hash.update(path).update('\0').update(readFileSync(full))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function statIsFolder(path) {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

function stamp(path) {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : ''
}

function writeStamp(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function say(line) {
  console.log(line)
}
