import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { ownDatabase } from '../test/database.ts'

const sql = await ownDatabase()
const folder = await mkdtemp(join(tmpdir(), 'chalk-heartbeat-'))
afterAll(() => rm(folder, { recursive: true }))

/** Starts a program. Returns its messages until it is ready and has then sent two more heartbeats. */
async function messagesOf(program: string, env: Record<string, string>): Promise<unknown[]> {
  const child = fork(program, {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: sql.url, DATA_FOLDER: folder, PORT: '0', ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const messages: unknown[] = []
  const enough = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      messages.push(message)
      const readyAt = messages.indexOf('ready')
      if (readyAt >= 0 && (env.HEARTBEAT_MS === undefined || messages.length > readyAt + 2)) resolve()
    })
  })
  await Promise.race([enough, once(child, 'exit')])
  child.kill('SIGTERM')
  await once(child, 'exit')
  return messages
}

const beat = { beat: true, debugged: false }

test.each(['server/main.ts', 'server/worker.ts'])(
  '%s sends heartbeats both before and after it is ready',
  async (program) => {
    const messages = await messagesOf(program, { HEARTBEAT_MS: '20', CATALOGUE: 'none' })
    expect(messages[0]).toEqual(beat)
    expect(messages.filter((message) => message !== 'ready').length).toBeGreaterThan(2)
    expect(messages.slice(messages.indexOf('ready')).slice(0, 3)).toEqual(['ready', beat, beat])
  },
)

test('a site without a supervisor sends no heartbeats', async () => {
  expect(await messagesOf('server/main.ts', { CATALOGUE: 'none' })).toEqual(['ready'])
})
