import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

import { keepOnce } from './keep-once.ts'

const folder = await mkdtemp(join(tmpdir(), 'keep-once-'))
afterAll(() => rm(folder, { recursive: true }))

test('of many who draw in the same moment one counts', async () => {
  const file = join(folder, 'many', 'drawn.key')
  const drawn = Array.from({ length: 40 }, (_, n) => `${n} `.repeat(2000))
  const read = await Promise.all(drawn.map((own) => keepOnce(file, own)))
  expect(new Set(read).size).toBe(1)
  expect(drawn).toContain(read[0])
  expect(await readdir(join(file, '..'))).toEqual(['drawn.key'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

// Written straight to its name, 524,288 of the 20 million letters were read.
test('whoever comes the moment it is there reads all of it', async () => {
  const file = join(folder, 'whole', 'drawn.key')
  const long = 'long '.repeat(4_000_000)
  const first = keepOnce(file, long)
  await vi.waitUntil(() => stat(file).catch(() => null), { interval: 0, timeout: 30_000 })
  expect((await keepOnce(file, 'late')).length).toBe(long.length)
  expect((await first).length).toBe(long.length)
})
