import { beforeEach, expect, test, vi } from 'vitest'

import { listTickets, openEmptyPage, openTicket, removeTickets, saveTicket } from './ticket-storage.ts'

/** A cache storage in memory, with the methods that tickets need. */
function memoryCaches() {
  const stored = new Map<string, Response>()
  const cache = {
    put: async (key: string, page: Response) => void stored.set(key, page),
    match: async (key: string | Request) => stored.get(pathOf(key))?.clone(),
    keys: async () => [...stored.keys()].map((key) => new Request(`http://site.test${key}`)),
    delete: async (key: string) => stored.delete(key),
  }
  return {
    open: async () => cache,
    match: cache.match,
    delete: async () => stored.clear(),
  }
}
const pathOf = (key: string | Request) => (typeof key === 'string' ? key : new URL(key.url).pathname)

beforeEach(() => {
  vi.stubGlobal('caches', memoryCaches())
  return () => vi.unstubAllGlobals()
})

const today = '2026-11-20'
const save = (id: string, day: string) =>
  saveTicket(
    { id, day, title: 'Tour & tasting – “Été”', vineyard: 'Hollowdown', when: day, party: '2 guests' },
    new Response(`<main>${id}</main>`, {
      headers: { Date: 'Fri, 20 Nov 2026 14:30:00 GMT', 'Content-Encoding': 'br' },
    }),
    () => '<main></main>',
    today,
  )
const idsNow = async (day = today) => (await listTickets(day)).map(({ id }) => id)

test('a saved ticket keeps its page, its title and the time of the server', async () => {
  await save('one', '2026-12-01')
  const opened = await openTicket('one', today)
  expect(opened?.ticket).toMatchObject({
    title: 'Tour & tasting – “Été”',
    saved_at: '2026-11-20T14:30:00.000Z',
  })
  expect(opened?.page.headers.has('Content-Encoding')).toBe(false)
  expect(await opened?.page.text()).toBe('<main>one</main>')
  expect(await (await openEmptyPage())?.text()).toBe('<main></main>')
})

test('with more than 20 tickets, the ticket of the earliest visit is deleted', async () => {
  for (let n = 10; n < 31; n++) await save(`b${n}`, `2026-12-${n}`)
  const ids = await idsNow()
  expect(ids).toHaveLength(20)
  expect(ids[0]).toBe('b11')
})

test('a ticket is stored until 30 days after the visit', async () => {
  await save('one', today)
  expect(await idsNow('2026-12-20')).toEqual(['one'])
  expect(await idsNow('2026-12-21')).toEqual([])
  expect(await openTicket('one', today)).toBeUndefined()
})

test('removing one ticket keeps the others, and removing all tickets also removes the empty page', async () => {
  await save('one', '2026-12-01')
  await save('two', '2026-12-02')
  await removeTickets('one')
  expect(await idsNow()).toEqual(['two'])
  await removeTickets()
  expect([await idsNow(), await openEmptyPage()]).toEqual([[], undefined])
})
