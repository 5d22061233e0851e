import { totalmem } from 'node:os'
import { expect, test } from 'vitest'

import { availableMemory, memorySettings } from './server.ts'

const gigabyte = 1024 ** 3

test('shared buffers take an eighth of the memory, from 128 MB to 2 GB', () => {
  expect(memorySettings(gigabyte / 2)).toEqual({ shared_buffers: '128MB', effective_cache_size: '256MB' })
  expect(memorySettings(4 * gigabyte)).toEqual({ shared_buffers: '512MB', effective_cache_size: '2048MB' })
  expect(memorySettings(64 * gigabyte)).toEqual({ shared_buffers: '2048MB', effective_cache_size: '32768MB' })
})

test('available memory is at most the memory of the machine', () => {
  expect(availableMemory()).toBeGreaterThan(0)
  expect(availableMemory()).toBeLessThanOrEqual(totalmem())
})
