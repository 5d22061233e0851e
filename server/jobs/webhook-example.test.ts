import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeApiKey } from '../../test/make.ts'
import { webhookWorld } from '../../test/webhook-world.ts'

const app = await startApp({ now: new Date().toISOString() })
const { sql } = app
const { makeReceived, work } = webhookWorld(sql)
const started: ChildProcess[] = []
afterAll(() => started.forEach((child) => child.kill()))

test('the example for developers accepts our messages, handles each message once and refuses forgeries', async () => {
  const { receiver, webhook, book, settled } = await makeReceived(['booking.created'])
  const PORT = new URL(receiver.url).port
  receiver.close()
  const example = spawn(process.execPath, ['docs/examples/webhook.ts'], {
    env: { PATH: process.env.PATH, PORT, SECRET: webhook.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(example)
  let output = ''
  example.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(example.stdout, 'data')
  const id = await book()
  const [{ reference }] = await sql<[{ reference: string }]>`select reference from bookings where id = ${id}`
  work()
  await settled()
  await sql`update webhook_deliveries set state = 'waiting', next_attempt_at = now() where webhook_id = ${webhook.id}`
  await settled()
  await expect.poll(() => output).toBe(`Listening\nbooking.created ${reference} pending\n`)

  const headers = {
    'webhook-id': 'forged',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,Zm9yZ2Vk',
  }
  const forged = await fetch(receiver.url, {
    method: 'POST',
    headers,
    body: '{"type":"booking.created","data":{}}',
  })
  expect(forged.status).toBe(401)
  expect(output.match(/booking/g)).toHaveLength(1)
})

test('the shell example adds a webhook with an API key', async () => {
  const key = await makeApiKey(sql)
  const [{ vineyard_id }] = await sql<
    [{ vineyard_id: string }]
  >`select vineyard_id from api_keys where id = ${key.id}`
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      return app.visit(pathname, {
        method: request.method,
        headers: request.headers,
        body: await request.arrayBuffer(),
      })
    },
  })
  afterAll(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const SITE = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { stdout } = await promisify(execFile)('bash', ['-e', 'docs/examples/webhook.sh'], {
    env: { PATH: process.env.PATH, SITE, KEY: key.token, VINEYARD: vineyard_id },
  })
  expect(JSON.parse(stdout)).toEqual({ id: expect.any(String), secret: expect.stringMatching(/^whsec_/) })
})
