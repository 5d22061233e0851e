// Makes a clone ready to run. Plain JavaScript, because Node 20 runs it before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ownRuntime = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

const builtFrom = [
  'app',
  'basemap',
  'docs/examples',
  'docs/guide',
  'docs/screenshots',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'server/chunks.ts',
  'server/lean-router.ts',
  'server/precompressed.ts',
  'tsconfig.json',
]
const buildStamp = 'build/.built'

/** The project's own Node, or the machine's where production packages are installed without one. */
export const runtime = () => (existsSync(ownRuntime) ? ownRuntime : process.execPath)

/**
 * Installs packages and builds the site if the lock file or the sources have changed. Packages for tests and checks are
 * installed with `tools` only, or where they were before. Exits the process on failure.
 */
export function prepare({ tools = existsSync(join(root, 'node_modules', 'vitest')) } = {}) {
  // A folder made by `npm run production` is complete, but for Node.
  if (!existsSync(join(root, 'standalone'))) return refuseOldNode()
  if (!isInstalled(tools)) {
    console.log('Installing packages (first start, less than a minute) …')
    const quick = ['--no-audit', '--no-fund', '--loglevel=error']
    run('npm', ['ci', ...(tools ? [] : ['--omit=dev']), ...quick])
  }
  const sources = fingerprint(builtFrom)
  if (read(buildStamp) === sources) return
  console.log('Building the site …')
  run(runtime(), ['server/build.ts'], { quiet: true })
  mkdirSync(dirname(join(root, buildStamp)), { recursive: true })
  writeFileSync(join(root, buildStamp), sources)
}

/** Exits with a sentence if the machine's Node is older than package.json asks for. */
function refuseOldNode() {
  const least = parseInt(JSON.parse(read('package.json')).engines.node.replace('>=', ''), 10)
  if (existsSync(ownRuntime) || parseInt(process.versions.node, 10) >= least) return
  console.error(`This is Node ${process.versions.node}. The site needs Node ${least} or newer.`)
  process.exit(1)
}

/** Whether npm installed what the lock file lists, apart from the optional packages of other platforms. */
function isInstalled(tools) {
  const { packages: installed } = JSON.parse(read('node_modules/.package-lock.json') || '{"packages":{}}')
  const { packages } = JSON.parse(read('package-lock.json'))
  return Object.entries(packages).every(
    ([path, { version, link, dev, devOptional, optional }]) =>
      path === '' ||
      path === 'standalone' ||
      optional ||
      (!tools && (dev || devOptional)) ||
      (installed[path] && (link || installed[path].version === version)),
  )
}

function run(command, args, { quiet = false } = {}) {
  const env = { ...process.env, PATH: `${dirname(runtime())}${delimiter}${process.env.PATH}` }
  // Vitest sets it to `test`, which would build a development version of React.
  delete env.NODE_ENV
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  console.error(`"${[command, ...args].join(' ')}" failed, so the site cannot start.`)
  process.exit(1)
}

/** One hash of the names and contents of files and folders, leaving out tests. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    const stats = statSync(full, { throwIfNoEntry: false })
    if (!stats || /\.test\.tsx?$/.test(path)) return
    if (stats.isDirectory()) for (const entry of readdirSync(full).sort()) add(join(path, entry))
    else hash.update(path).update('\0').update(readFileSync(full))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/** The text of a file, or an empty one if there is no such file. */
function read(path) {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : ''
}
