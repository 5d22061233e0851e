import { afterAll, beforeAll } from 'vitest'

import { openSite, type Site } from './site.ts'

/** Opens two processes of one site on one database. All tests of a file use the same two processes. */
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
