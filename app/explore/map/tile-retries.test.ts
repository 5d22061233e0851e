import { expect, test, vi } from 'vitest'

import { shareReads, TilesSource } from './tile-retries.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const bytes = { data: new ArrayBuffer(4) }

/** Returns a source whose first requests end as `answers` say. Later requests succeed. `sent` counts all requests. */
function sourceOf(...answers: (() => Promise<typeof bytes>)[]) {
  const requests = { sent: 0 }
  const page = new EventTarget()
  const read = () => (answers[requests.sent++] ?? (() => Promise.resolve(bytes)))()
  return { source: new TilesSource(read, page, { pauses: [0, 0] }), page, requests }
}

test('repeats a failed request for tiles twice, and reports the third failure', async () => {
  const twice = sourceOf(lost, lost)
  expect(await twice.source.getBytes(0, 4)).toBe(bytes)
  const thrice = sourceOf(lost, lost, lost)
  await expect(thrice.source.getBytes(0, 4)).rejects.toThrow('Failed to fetch')
  expect([twice.requests.sent, thrice.requests.sent]).toEqual([3, 3])
})

test('does not repeat the request for a tile that has left the view', async () => {
  const { source, requests } = sourceOf(lost)
  const view = new AbortController()
  const reading = source.getBytes(0, 4, view.signal)
  view.abort()
  await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  expect(requests.sent).toBe(1)
})

test('after the visitor leaves the page, the source repeats its requests only when the page is shown again', async () => {
  const left = new Set<(reason: Error) => void>()
  const waiting = () => new Promise<typeof bytes>((_, reject) => left.add(reject))
  const { source, page, requests } = sourceOf(waiting, lost, lost, lost)
  const reading = source.getBytes(0, 4)
  page.dispatchEvent(new Event('pagehide'))
  for (const reject of left) reject(new TypeError('Failed to fetch'))
  // The source pauses 0 ms before it repeats a request, so this timeout is longer than the pause.
  await new Promise((resolve) => setTimeout(resolve, 2))
  expect(requests.sent).toBe(1)
  page.dispatchEvent(new Event('pageshow'))
  await expect(reading).rejects.toThrow('Failed to fetch')
  expect(requests.sent).toBe(4)
})

test('requests a part of the file again only if the request failed or many other parts have been read since', async () => {
  const read = vi.fn<(offset: number) => Promise<{ data: ArrayBuffer }>>()
  read.mockResolvedValue({ data: new ArrayBuffer(3) })
  const shared = shareReads(read)
  const [one, other] = await Promise.all([shared(7, 3), shared(7, 3)])
  expect(one).toBe(other)
  await shared(7, 4)
  expect(read).toHaveBeenCalledTimes(2)
  read.mockRejectedValueOnce(new Error('lost'))
  await expect(shared(8, 3)).rejects.toThrow('lost')
  await shared(8, 3)
  expect(read).toHaveBeenCalledTimes(4)
  for (let offset = 100; offset < 300; offset++) await shared(offset, 3)
  await shared(7, 3)
  expect(read).toHaveBeenCalledTimes(205)
})
