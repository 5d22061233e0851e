// Makes a clone ready to run. This file is plain JavaScript, because Node 20 runs it before packages are installed.
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

/** Returns the path of the project's own Node or, if no package with Node is installed, of the machine's Node. */
export const runtime = () => (existsSync(ownRuntime) ? ownRuntime : process.execPath)

/**
 * Installs packages and builds the site if the lock file or the sources have changed. `tools` also installs
 * the packages for tests and checks; by default, it is true if Vitest is installed. Exits the process on
 * failure.
 */
export function prepare({ tools = existsSync(join(root, 'node_modules', 'vitest')) } = {}) {
  // A folder that `npm run production` made needs only Node.
  if (!existsSync(join(root, 'clone-packages'))) return refuseOldNode()
  installPackages(tools)
  const sources = fingerprint(builtFrom)
  if (read(buildStamp) === sources) return
  console.log('Building the site …')
  run(runtime(), ['server/build.ts'], { quiet: true })
  mkdirSync(dirname(join(root, buildStamp)), { recursive: true })
  writeFileSync(join(root, buildStamp), sources)
}

/** Installs the packages of the lock file if any is missing. `tools` includes the packages for tests and checks. */
export function installPackages(tools) {
  if (isInstalled(tools)) return
  console.log('Installing packages (the first time, less than a minute) …')
  const quick = ['--no-audit', '--no-fund', '--loglevel=error']
  // `npm install` would remove the package that the install script of `node` adds.
  run('npm', ['ci', ...(tools ? [] : ['--omit=dev']), ...quick])
}

/** Exits with a sentence if the machine's Node is older than package.json requires. */
function refuseOldNode() {
  const least = parseInt(JSON.parse(read('package.json')).engines.node.replace('>=', ''), 10)
  if (existsSync(ownRuntime) || parseInt(process.versions.node, 10) >= least) return
  console.error(`This is Node ${process.versions.node}. The site needs Node ${least} or newer.`)
  process.exit(1)
}

/** Returns whether all packages of the lock file are installed. Optional packages of other platforms may be missing. */
function isInstalled(tools) {
  const { packages: installed } = JSON.parse(read('node_modules/.package-lock.json') || '{"packages":{}}')
  const { packages } = JSON.parse(read('package-lock.json'))
  return Object.entries(packages).every(
    ([path, { version, link, dev, devOptional, optional }]) =>
      path === '' ||
      path === 'clone-packages' ||
      optional ||
      (!tools && (dev || devOptional)) ||
      (installed[path] && (link || installed[path].version === version)),
  )
}

function run(command, args, { quiet = false } = {}) {
  const env = { ...process.env, PATH: `${dirname(runtime())}${delimiter}${process.env.PATH}` }
  // Vitest sets NODE_ENV to `test`, with which a development version of React would be built.
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

/** Returns one hash of the names and contents of files and folders, without tests. */
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

/** Returns the text of a file, or an empty text if the file does not exist. */
function read(path) {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : ''
}
