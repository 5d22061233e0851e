import type { FetchInWorker, WorkerScope } from '../../platform/service-worker.ts'

const worker = globalThis as unknown as WorkerScope
const path = '/winemaker/today'
const cacheName = 'today'
/** Milliseconds after which a page request without an answer counts as failed. */
const patience = 4000

// The worker opens Today offline. It stores the page and the files of its build, but no data about guests.
worker.addEventListener('install', (event) => event.waitUntil(loadPage().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && pathname === path) event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})

async function openPage(event: FetchInWorker): Promise<Response> {
  const loaded = loadPage()
  event.waitUntil(loaded.catch(() => {}))
  const stored = await caches.match(path)
  if (!stored) return loaded
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), patience))
  return Promise.race([loaded.catch(() => stored), late])
}

/** Loads the page, and stores it after all its files have been stored. Then deletes the files of an older build. */
async function loadPage(): Promise<Response> {
  const response = await fetch(path, { cache: 'no-store' })
  if (!response.ok) throw new TypeError(`The page answered ${response.status}.`)
  const [cache, html] = [await caches.open(cacheName), await response.clone().text()]
  const files = filesIn(html)
  const missing = await Promise.all(files.map(async (file) => ((await cache.match(file)) ? [] : [file])))
  const before = await cache.match(path)
  const isNewBuild = before !== undefined && String(filesIn(await before.text())) !== String(files)
  await cache.addAll(missing.flat())
  await cache.put(path, response.clone())
  if (isNewBuild)
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      if (pathname.startsWith('/assets/') && !files.includes(pathname)) await cache.delete(url)
    }
  return response
}

function filesIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.\w+/g))].sort()
}

/** Returns a file of the build from the cache or the server. File names contain a hash, so cached files are up to date. */
async function openFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const stored = await cache.match(request.url)
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok) await cache.put(request.url, response.clone())
  return response
}
