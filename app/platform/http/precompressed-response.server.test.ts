import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { servePrecompressed } from './precompressed-response.server.ts'

const text = JSON.stringify({ many: 'words '.repeat(1000) })

function makeSite() {
  let made = 0
  const answer = servePrecompressed(
    async () => {
      made += 1
      return text
    },
    { 'Content-Type': 'application/json' },
  )
  const app = new Hono().use(compress()).get('/', answer)
  const get = async (headers: Record<string, string> = {}, method = 'GET') =>
    app.request('/', { method, headers })
  return { get, made: () => made }
}

test('makes the text once for all concurrent requests', async () => {
  const { get, made } = makeSite()
  const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
  for (const answer of answers) expect(await answer.text()).toBe(text)
  expect(made()).toBe(1)
})

// ASVS 4.2.2
test('sends the same text in every coding, with its length', async () => {
  const { get } = makeSite()
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
  for (const [coding, open] of Object.entries(unpack)) {
    const answer = await get({ 'Accept-Encoding': coding })
    const body = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('Content-Encoding') ?? 'identity').toBe(coding)
    expect(answer.headers.get('Content-Length')).toBe(String(body.length))
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(open(body).toString()).toBe(text)
  }
})

test('sends 304 without a body to a client that has the text', async () => {
  const { get } = makeSite()
  const etag = (await get()).headers.get('ETag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  const again = await get({ 'If-None-Match': etag, 'Accept-Encoding': 'gzip' })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
  expect((await get({ 'If-None-Match': '"another"' })).status).toBe(200)
})

test('answers HEAD without a body', async () => {
  const { get } = makeSite()
  const answer = await get({}, 'HEAD')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('Content-Length')).toBe(String(text.length))
})
