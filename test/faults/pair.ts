import { afterAll, beforeAll } from 'vitest'

import { openSite, type Site } from './site.ts'

/** Two processes of one site on one database, for all tests of a file. */
export function openPair(env: Parameters<typeof openSite>[0]) {
  const pair = {} as { site: Site; twin: Awaited<ReturnType<Site['startTwin']>> }
  beforeAll(async () => {
    pair.site = await openSite(env)
    pair.twin = await pair.site.startTwin()
  }, 240_000)
  afterAll(async () => {
    await pair.twin?.close()
    await pair.site?.close()
  }, 60_000)
  return pair
}
