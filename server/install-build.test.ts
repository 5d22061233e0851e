import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { installBuild } from './install-build.ts'

const folder = await mkdtemp(join(tmpdir(), 'chalk-place-'))
afterAll(() => rm(folder, { recursive: true }))
const [built, target] = [join(folder, 'build', 'making'), join(folder, 'build')]
const aDay = 86_400_000
const noon = Date.parse('2026-06-01T12:00:00Z')

beforeEach(() => rm(target, { recursive: true, force: true }))

async function build(files: Record<string, string>, now: number) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(built, name)), { recursive: true })
    await writeFile(join(built, name), text)
  }
  installBuild(built, target, now)
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
const read = (name: string) => readFile(join(target, name), 'utf8')
const exists = (name: string) => existsSync(join(target, name))

test("a new build keeps the old build's hashed files, because open pages and processes may still load them", async () => {
  await build(first, noon)
  expect(exists('making')).toBe(false)
  await build(second, noon + 60 * aDay)
  expect([await read('server/index.js'), await read('client/robots.txt')]).toEqual([
    'import two',
    'new words',
  ])
  expect([await read('client/assets/page-1.js'), await read('server/assets/page-1.js')]).toEqual([
    'one',
    'one',
  ])
  expect(exists('client/assets/page-1.js.br')).toBe(true)
  expect([exists('client/assets/page-2.js'), exists('client/assets/same-0.css')]).toEqual([true, true])
  // An old file whose name has no hash is deleted.
  expect(exists('client/pictures/gone.webp')).toBe(false)
})

test('deletes replaced files after 30 days, however many builds there were meanwhile', async () => {
  await build(first, noon)
  await build(second, noon + 60 * aDay)
  await build(second, noon + 89 * aDay)
  expect(exists('client/assets/page-1.js')).toBe(true)
  await build(second, noon + 90 * aDay)
  expect([exists('client/assets/page-1.js'), exists('server/assets/page-1.js')]).toEqual([false, false])
  expect(exists('client/assets/same-0.css')).toBe(true)
})

test('counts the 30 days of a file from its last replacement, if several builds contained and replaced the file', async () => {
  await build(first, noon)
  await build(second, noon + aDay)
  await build(first, noon + 25 * aDay)
  await build(second, noon + 26 * aDay)
  await build(second, noon + 50 * aDay)
  expect(exists('client/assets/page-1.js')).toBe(true)
})
