import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { ownDatabase } from '../test/database.ts'

const sql = await ownDatabase()

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

test('names a HOST that this machine does not have before anything is created', async () => {
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

test('names a DATABASE_URL with a wrong password or an unknown database, without the password', async () => {
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
