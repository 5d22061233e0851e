import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** What this process and its children may have together, in bytes: a container's limit, or all that the machine has. */
export function memoryHere(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * How the server divides the memory it may reckon with, as Postgres writes sizes. An eighth is its own, which it takes
 * only as it fills: with less than a market's indexes every row that comes in reads a page back and throws another out.
 * Half is what it may expect to find in the system's cache.
 */
export function memorySettings(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const all = Math.floor(bytes / megabyte)
  return {
    shared_buffers: `${Math.min(Math.max(Math.floor(all / 8), 128), 2048)}MB`,
    effective_cache_size: `${Math.max(Math.floor(all / 2), 128)}MB`,
  }
}
