import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import { readConfig } from '../config.server.ts'
import { pictureFiles } from './serve-picture.server.ts'
import { storeOf } from './store.server.ts'

/** The part of the S3 protocol that the store uses: signed requests to put, get and delete objects by path. */
const objects = new Map<string, Uint8Array>()
const signatures: string[] = []
const bucket = new Hono()
  .use(async (c, next) => {
    signatures.push(c.req.header('Authorization') ?? '')
    await next()
  })
  .put('*', async (c) => {
    objects.set(c.req.path, new Uint8Array(await c.req.arrayBuffer()))
    return c.body(null, 200, { ETag: '"1"' })
  })
  .get('*', (c) => {
    const found = objects.get(c.req.path)
    if (found) return c.body(Uint8Array.from(found))
    return c.body('<Error><Code>NoSuchKey</Code></Error>', 404, { 'Content-Type': 'application/xml' })
  })
  .delete('*', (c) => {
    objects.delete(c.req.path)
    return c.body(null, 204)
  })
const server = serve({ fetch: bucket.fetch, port: 0, hostname: '127.0.0.1' })
afterAll(() => new Promise((done) => server.close(done)))
await new Promise((listening) => server.once('listening', listening))
const { port } = server.address() as AddressInfo

test('stores pictures in the bucket of STORAGE_URL with signed requests', async () => {
  const config = readConfig({
    STORAGE_URL: `s3://key:se%2Fcret@127.0.0.1:${port}/vine-pictures?region=eu-west-2&plain=yes`,
  })
  const store = await storeOf(config)
  const name = `${'b'.repeat(32)}-640x480-320.avif`
  const bytes = new Uint8Array([0, 1, 2, 250, 251, 252])
  await store.put(name, bytes)
  expect([...objects.keys()]).toEqual([`/vine-pictures/${name}`])
  expect(signatures[0]).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-2\/s3\/aws4_request/)

  const files = pictureFiles(config, () => Promise.resolve('everybody' as const))
  const read = await files.request(`/${name}`)
  expect([read.status, new Uint8Array(await read.arrayBuffer())]).toEqual([200, bytes])
  expect((await files.request(`/${'c'.repeat(32)}-640x480.webp`)).status).toBe(404)
  await store.delete(name)
  expect(objects.size).toBe(0)
})

test('refuses a STORAGE_URL without a bucket', () => {
  for (const STORAGE_URL of ['https://key:secret@host/bucket', 's3://host', 's3://host/a/b'])
    expect(() => readConfig({ STORAGE_URL })).toThrow(/STORAGE_URL/)
})
