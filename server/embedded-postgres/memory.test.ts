import { totalmem } from 'node:os'
import { expect, test } from 'vitest'

import { memoryHere, memorySettings } from './memory.ts'

const gigabyte = 1024 ** 3

test('the server takes an eighth of the memory, never less than it needs and never more than helps', () => {
  expect(memorySettings(gigabyte / 2)).toEqual({ shared_buffers: '128MB', effective_cache_size: '256MB' })
  expect(memorySettings(4 * gigabyte)).toEqual({ shared_buffers: '512MB', effective_cache_size: '2048MB' })
  expect(memorySettings(64 * gigabyte)).toEqual({ shared_buffers: '2048MB', effective_cache_size: '32768MB' })
})

test('no more memory is reckoned with than the machine has', () => {
  expect(memoryHere()).toBeGreaterThan(0)
  expect(memoryHere()).toBeLessThanOrEqual(totalmem())
})
