import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { ownDatabase } from '../test/database.ts'
import { checkDataFolder } from './database.ts'

const sql = await ownDatabase()

// Each slow test starts up to four programs, so only npm run test:long runs it.
const slowTest = test.runIf(process.env.LONG)

/** Runs a program with these settings until it exits. */
async function run(program: string, settings: Record<string, string>) {
  const folder = join(tmpdir(), `chalk-start-${randomUUID()}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATA_FOLDER: folder, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  child.stderr.on('data', (part) => (output += part))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  return { code, output, isCreated: existsSync(folder) }
}

slowTest('before creating anything, names a HOST that this machine does not have', async () => {
  for (const host of ['999.1.1.1', '198.51.100.77'])
    expect(await run('server/main.ts', { HOST: host }), host).toEqual({
      code: 1,
      output: `These settings are not valid:\n  HOST: ${host} is not an address of this machine\n`,
      isCreated: false,
    })
})

test('names a DATABASE_URL whose server refuses the connection', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.on('listening', resolve))
  const { port } = free.address() as { port: number }
  await new Promise((resolve) => free.close(resolve))
  const settings = { DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/wine` }
  for (const program of ['server/main.ts', 'server/worker.ts'])
    expect(await run(program, settings), program).toEqual({
      code: 1,
      output: `These settings are not valid:\n  DATABASE_URL: no server answers at 127.0.0.1:${port}\n`,
      isCreated: false,
    })
})

test('says that DATABASE_URL has a wrong password or an unknown database, without printing the password', async () => {
  const wrong = new URL(sql.url)
  wrong.password = 'zqsecret'
  const refused = await run('server/main.ts', { DATABASE_URL: wrong.href })
  expect(refused).toMatchObject({ code: 1, isCreated: false })
  expect(refused.output).toMatch(/^These settings are not valid:\n {2}DATABASE_URL: password authentication/)
  expect(refused.output).not.toContain('zqsecret')

  const unknown = new URL(sql.url)
  unknown.pathname = '/nowhere'
  expect((await run('server/main.ts', { DATABASE_URL: unknown.href })).output).toBe(
    'These settings are not valid:\n  DATABASE_URL: database "nowhere" does not exist\n',
  )
})

slowTest('names every missing detail that a production site has to show', async () => {
  for (const program of ['server/main.ts', 'server/worker.ts']) {
    const refused = await run(program, { NODE_ENV: 'production', SITE_URL: '' })
    expect(refused, program).toMatchObject({ code: 1, isCreated: false })
    expect(refused.output.match(/^ {2}\w+(?=: must be set in production)/gm), program).toEqual([
      '  SITE_URL',
      '  COMPANY_NAME',
      '  CONTACT_ADDRESS',
      '  CONTACT_EMAIL',
    ])
  }
})

slowTest('names a DATA_FOLDER that is a file or is inside a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const program of ['server/main.ts', 'server/worker.ts'])
    for (const path of [file, join(file, 'data')])
      expect(await run(program, { DATA_FOLDER: path }), path).toMatchObject({
        code: 1,
        output: `These settings are not valid:\n  DATA_FOLDER: ${file} is not a folder\n`,
      })
})

slowTest('names a DATA_FOLDER in which this user cannot create anything', async () => {
  // Root may write to every folder except /proc.
  const { code, output } = await run('server/main.ts', { DATA_FOLDER: '/proc/self/chalk' })
  expect([code, output]).toEqual([
    1,
    'These settings are not valid:\n  DATA_FOLDER: this user may not write to /proc/self\n',
  ])
})

test('says how much space a new database needs, but starts an existing database on a full disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chalk-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = readConfig({ DATA_FOLDER: join(folder, 'data') })
  await expect(checkDataFolder(config)).resolves.toBeUndefined()
  await expect(checkDataFolder(config, 1e9)).rejects.toThrow(
    /DATA_FOLDER: a new database needs 1000000000 MB, and the disk of \S+ has \d+ MB free$/,
  )
  await mkdir(join(folder, 'data/postgres'), { recursive: true })
  await expect(checkDataFolder(config, 1e9)).resolves.toBeUndefined()
  const outside = readConfig({ DATA_FOLDER: folder, DATABASE_URL: 'postgres://db.example.com/vines' })
  await expect(checkDataFolder(outside, 1e9)).resolves.toBeUndefined()
})

test('names a PORT that another program already uses', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.on('listening', resolve))
  const { port } = other.address() as { port: number }
  const settings = { DATABASE_URL: sql.url, CATALOGUE: 'none', PORT: String(port), LOG_LEVEL: 'silent' }
  const { code, output } = await run('server/main.ts', settings)
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n').at(-1)).toBe(
    `Port ${port} is used by another program. Set PORT to a free port, for example PORT=${port + 1} npm start.`,
  )
})
