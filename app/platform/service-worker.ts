/** The part of a service worker's global scope that TypeScript's browser library lacks. */
export type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchInWorker) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  location: Location
  registration: { unregister(): Promise<boolean> }
}
type Lasting = { waitUntil(work: Promise<unknown>): void }
export type FetchInWorker = Lasting & { request: Request; respondWith(response: Promise<Response>): void }
