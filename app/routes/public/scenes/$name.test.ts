import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeExperience } from '../../../../test/make.ts'

const { sql, visit } = await startApp()

test('serves a drawing compressed and cacheable for ever, and answers 404 for any other name', async () => {
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

test('an experience without a picture shows the drawing that staff chose, described and marked as an illustration', async () => {
  const { vineyard_id } = await makeExperience(sql, { title: 'Cellar tour', scene: 'gate' })
  const page = await (await visit(`/vineyard/${vineyard_id}`)).text()
  expect(page).toMatch(/src="\/scenes\/gate-\d+\.\d+\.svg"/)
  expect(page).toContain('alt="Two people and a dog at the gate of a vineyard"')
  expect(page).toContain('>Illustration<')
  const photograph = `/media/${'1'.repeat(32)}-1600x1000.webp`
  await sql`
    insert into pictures (vineyard_id, experience_id, shown_as, address)
    select vineyard_id, id, 'more', ${photograph} from experiences where vineyard_id = ${vineyard_id}`
  const pictured = await (await visit(`/vineyard/${vineyard_id}`)).text()
  expect(pictured).not.toContain('/scenes/')
  expect(pictured).toContain(photograph.replace('.webp', '-960.webp'))
})
