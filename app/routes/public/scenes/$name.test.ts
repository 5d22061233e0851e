import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'

const { visit } = await startApp()

test('serves a drawing compressed and kept for ever, and no other names', async () => {
  const plain = await visit('/scenes/picnic-7.1.svg')
  expect([plain.status, plain.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const svg = await plain.text()
  expect(svg).toMatch(/^<svg /)
  const packed = await visit('/scenes/picnic-7.1.svg', { headers: { 'Accept-Encoding': 'br' } })
  expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(svg)
  for (const name of ['picnic-7.svg', 'picnic-64.1.svg', 'toString-1.1.svg', '..%2Fpicnic-7.1.svg'])
    expect((await visit(`/scenes/${name}`)).status, name).toBe(404)
})
