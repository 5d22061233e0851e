import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { putInPlace } from './put-in-place.ts'

const folder = await mkdtemp(join(tmpdir(), 'chalk-place-'))
afterAll(() => rm(folder, { recursive: true }))
const [made, place] = [join(folder, 'build', 'making'), join(folder, 'build')]
const aDay = 86_400_000
const noon = Date.parse('2026-06-01T12:00:00Z')

beforeEach(() => rm(place, { recursive: true, force: true }))

async function build(files: Record<string, string>, now: number) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(made, name)), { recursive: true })
    await writeFile(join(made, name), text)
  }
  putInPlace(made, place, now)
}
const first = {
  'server/index.js': 'import one',
  'server/assets/page-1.js': 'one',
  'client/assets/page-1.js': 'one',
  'client/assets/page-1.js.br': 'packed',
  'client/assets/same-0.css': 'same',
  'client/robots.txt': 'old words',
  'client/pictures/gone.webp': 'picture',
}
const second = {
  'server/index.js': 'import two',
  'server/assets/page-2.js': 'two',
  'client/assets/page-2.js': 'two',
  'client/assets/same-0.css': 'same',
  'client/robots.txt': 'new words',
}
const read = (name: string) => readFile(join(place, name), 'utf8')
const there = (name: string) => existsSync(join(place, name))

test('a build that takes the place of another leaves what its pages and processes still fetch', async () => {
  await build(first, noon)
  expect(there('making')).toBe(false)
  await build(second, noon + 60 * aDay)
  expect([await read('server/index.js'), await read('client/robots.txt')]).toEqual([
    'import two',
    'new words',
  ])
  expect([await read('client/assets/page-1.js'), await read('server/assets/page-1.js')]).toEqual([
    'one',
    'one',
  ])
  expect(there('client/assets/page-1.js.br')).toBe(true)
  expect([there('client/assets/page-2.js'), there('client/assets/same-0.css')]).toEqual([true, true])
  // By its name nobody knows which build it is of.
  expect(there('client/pictures/gone.webp')).toBe(false)
})

test('thirty days after they were replaced they go, however old they were and however often was built since', async () => {
  await build(first, noon)
  await build(second, noon + 60 * aDay)
  await build(second, noon + 89 * aDay)
  expect(there('client/assets/page-1.js')).toBe(true)
  await build(second, noon + 90 * aDay)
  expect([there('client/assets/page-1.js'), there('server/assets/page-1.js')]).toEqual([false, false])
  expect(there('client/assets/same-0.css')).toBe(true)
})

test('what comes back in a later build counts from when it is replaced again', async () => {
  await build(first, noon)
  await build(second, noon + aDay)
  await build(first, noon + 25 * aDay)
  await build(second, noon + 26 * aDay)
  await build(second, noon + 50 * aDay)
  expect(there('client/assets/page-1.js')).toBe(true)
})
