import { type Day, dayOf } from '../../platform/days.ts'
import type { FetchInWorker, WorkerScope } from '../../platform/service-worker.ts'
import { listTickets, openEmptyPage, openTicket, removeTickets } from '../../platform/ticket-storage.ts'
import { showNoConnection, showSaved, showSavedList } from './saved-page.ts'

const worker = globalThis as unknown as WorkerScope
/** Milliseconds after which the saved ticket is shown, although the server may still answer. */
const patience = 4000
const clock: () => number = Date.now
const booking = /^\/booking(?:-confirmation)?\/([\da-f-]{36})(\/.+)?$/

// Opens tickets and My bookings offline. The pages store the tickets. The worker never changes an answer of the server.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(listTickets(today()).catch(() => {})))
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method === 'GET' && mode === 'navigate') event.respondWith(openPage(event, new URL(url).pathname))
})

async function openPage(event: FetchInWorker, path: string): Promise<Response> {
  const answer = fetch(event.request)
  const [, id, part] = booking.exec(path.toLowerCase()) ?? []
  event.waitUntil(answer.then((response) => removeIfGone(part ? undefined : id, response)).catch(() => {}))
  const saved = await openSaved(id, part).catch(() => undefined)
  if (!saved) return answer
  // Only the saved page of the requested address may replace a late answer; a page of another address would mislead.
  if (!saved.isLikeOnline) return answer.catch(() => saved.page)
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(saved.page), patience))
  return Promise.race([answer.catch(() => saved.page), late])
}

/** Deletes the ticket of a booking that is gone, or this worker and all tickets if the worker's own file is gone. */
async function removeIfGone(id: string | undefined, { status }: Response): Promise<void> {
  if (id && isGone(status)) await removeTickets(id)
  const file = await fetch(worker.location.href, { method: 'HEAD', cache: 'no-store' })
  if (!isGone(file.status)) return
  await removeTickets()
  await worker.registration.unregister()
}

const isGone = (status: number) => status === 404 || status === 410

/** Returns the page to show without a connection, or undefined if nothing is saved in this browser. */
async function openSaved(id: string | undefined, part: string | undefined) {
  const saved = id ? await openTicket(id, today()) : undefined
  if (saved && !part)
    return {
      page: toPage(showSaved(await saved.page.text(), saved.ticket), saved.page),
      isLikeOnline: true,
    }
  const emptyPage = await openEmptyPage()
  if (!emptyPage) return undefined
  const html = await emptyPage.text()
  if (id) return { page: toPage(showNoConnection(html, saved && id), emptyPage), isLikeOnline: false }
  return { page: toPage(showSavedList(html, await listTickets(today())), emptyPage), isLikeOnline: true }
}

function toPage(html: string, { headers }: Response): Response {
  return new Response(html, { headers })
}

function today(): Day {
  return dayOf(new Date(clock()))
}
