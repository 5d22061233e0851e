import { addDays, type Day } from './days.ts'

/** A booking whose page is stored in this browser, as the list of saved bookings shows it. */
export type SavedTicket = {
  id: string
  /** The day of the visit. */
  day: Day
  title: string
  vineyard: string
  when: string
  party: string
  /** When the server sent the page, as an ISO instant. */
  saved_at: string
}

const cacheName = 'saved-tickets'
/** The key of the stored page without main content, in which the service worker shows its own sentences. */
const emptyPageKey = '/my-bookings'
const ticketHeader = 'Saved-Ticket'
const maxTickets = 20
/** Days after the visit for which a ticket is stored. */
export const keptDays = 30
/** Headers that are not stored. The stored text is not compressed, and only the service worker reads it. */
const droppedHeaders = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Vary', 'Set-Cookie']

const keyOf = (id: string) => `/booking/${id}`

/**
 * Stores the page of a booking, and the empty page that `toEmptyPage` makes from it. Then removes tickets beyond the limit,
 * earliest visits first. Rejects if the browser cannot store the page, or if the answer has no date.
 */
export async function saveTicket(
  ticket: Omit<SavedTicket, 'saved_at'>,
  answer: Response,
  toEmptyPage: (html: string) => string,
  today: Day,
): Promise<void> {
  const saved_at = new Date(answer.headers.get('Date') ?? '').toISOString()
  const html = await answer.text()
  const headers = new Headers(answer.headers)
  for (const name of droppedHeaders) headers.delete(name)
  const cache = await caches.open(cacheName)
  // Copies the headers, because the empty page must not get the header of the ticket.
  await cache.put(emptyPageKey, new Response(toEmptyPage(html), { headers: [...headers] }))
  headers.set(ticketHeader, encodeURIComponent(JSON.stringify({ ...ticket, saved_at })))
  await cache.put(keyOf(ticket.id), new Response(html, { headers }))
  await listTickets(today)
}

/** Returns the tickets of this browser by the day of the visit, and deletes tickets that are too old or too many. */
export async function listTickets(today: Day): Promise<SavedTicket[]> {
  const cache = await caches.open(cacheName)
  const found = await Promise.all((await cache.keys()).map(async (key) => ticketOf(await cache.match(key))))
  const sorted = found
    .flatMap((ticket) => ticket ?? [])
    .toSorted((one, other) => one.day.localeCompare(other.day))
  const kept = sorted.filter(({ day }) => addDays(day, keptDays) >= today).slice(-maxTickets)
  for (const ticket of sorted) if (!kept.includes(ticket)) await cache.delete(keyOf(ticket.id))
  return kept
}

/** Returns the stored page of a booking with its ticket, or undefined if this browser has none. */
export async function openTicket(id: string, today: Day) {
  const ticket = (await listTickets(today)).find((each) => each.id === id)
  const page = ticket && (await caches.match(keyOf(id), { cacheName }))
  return ticket && page ? { ticket, page } : undefined
}

/** Returns the stored empty page, or undefined before the first ticket was saved. */
export function openEmptyPage(): Promise<Response | undefined> {
  return caches.match(emptyPageKey, { cacheName })
}

/** Deletes a ticket, or everything that was stored if no id is given. Does nothing where storage is not allowed. */
export async function removeTickets(id?: string): Promise<void> {
  try {
    if (id === undefined) await caches.delete(cacheName)
    else await (await caches.open(cacheName)).delete(keyOf(id))
  } catch {
    // Storage is not allowed, or the page is not on https, so nothing was stored.
  }
}

function ticketOf(page: Response | undefined): SavedTicket | undefined {
  const text = page?.headers.get(ticketHeader)
  return text ? JSON.parse(decodeURIComponent(text)) : undefined
}
