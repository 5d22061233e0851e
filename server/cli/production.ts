// npm run production -- FOLDER   makes a folder from which the site runs without the tools that built it
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { buildIfStale } from '../build-if-stale.ts'

const root = join(import.meta.dirname, '../..')
/** The files and folders that the processes and commands read at run time. */
const needed = ['app', 'basemap', 'build', 'db', 'server', 'package-lock.json', 'CHANGELOG.md']
const isTest = /\.test\.tsx?$|[/\\]making-\d+/
/** Source maps and type declarations of packages, which are left out: only people and compilers read them. */
const forReaders = 'node_modules/**/*.{map,d.ts,d.mts,d.cts,flow}'

const target = resolve(process.argv[2] ?? '')
if (!process.argv[2] || existsSync(target)) {
  console.error('Usage: npm run production -- FOLDER\nFOLDER must not exist.')
  process.exit(1)
}
buildIfStale()
for (const name of needed.filter((part) => existsSync(join(root, part))))
  cpSync(join(root, name), join(target, name), {
    recursive: true,
    filter: (path) => !isTest.test(path),
  })
const { workspaces: _, devDependencies: __, scripts, ...manifest } = readJson(join(root, 'package.json'))
const { dependencies: onlyInClone } = readJson(join(root, 'clone-packages/package.json'))
const commands = Object.entries<string>(scripts).filter(([, command]) =>
  command.startsWith('node server/cli'),
)
const engines = { node: `>=${parseInt(onlyInClone.node, 10)}` }
const kept = { ...manifest, engines, scripts: Object.fromEntries([['start', scripts.start], ...commands]) }
writeFileSync(join(target, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
const { status } = spawnSync(
  'npm',
  ['install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  { cwd: target, stdio: 'inherit' },
)
if (status !== 0) {
  rmSync(target, { recursive: true, force: true })
  process.exit(1)
}
for (const file of globSync(forReaders, { cwd: target })) rmSync(join(target, file))
console.log(`${target} is complete. Start it with Node ${engines.node} and DATABASE_URL: npm start`)

// oxlint-disable-next-line typescript/no-explicit-any -- the fields of a manifest, which this project wrote
function readJson(file: string): any {
  return JSON.parse(readFileSync(file, 'utf8'))
}
