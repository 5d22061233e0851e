import { errors } from 'flydrive'
import { Hono } from 'hono'

import type { Config } from '../config.server.ts'
import { isKnown } from '../http/content-coding.server.ts'
import { isPictureFile, isRevocable, picturePath, wholeNameOf } from './picture.ts'
import { storeOf } from './store.server.ts'

// Posters, guests' pictures and hosts' photographs are cached only for a day, because they may be taken down.
const oneDay = 'public, max-age=86400'
const never = 'private, no-store'
const oneYear = 'public, max-age=31536000, immutable'

/** Who may see a picture. `with_key`: people who send the right secret in the query. Null: nobody. */
export type Viewers = 'everybody' | 'with_key' | null

/**
 * Serves uploaded pictures below `/media`. Posters, guests' pictures and hosts' photographs are shown only to the viewers that
 * `viewersOf` returns. Its `key` comes from the picture's query: a guest's booking, or the key of a host's photograph.
 * A file never changes under the same name. Emails on any webmail site may embed the files.
 */
export function pictureFiles(
  config: Pick<Config, 'data_folder' | 'storage_url'>,
  viewersOf: (address: string, key: string | null) => Promise<Viewers>,
): Hono {
  return new Hono().get('/:name', async (c) => {
    const name = c.req.param('name')
    if (!isPictureFile(name)) return c.text('Not found', 404)
    const address = picturePath(wholeNameOf(name) ?? '')
    const key = c.req.query('booking') ?? c.req.query('key') ?? null
    const viewers = isRevocable(address) ? await viewersOf(address, key) : 'permanent'
    if (viewers === null) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const cached = { permanent: oneYear, everybody: oneDay, with_key: never }[viewers]
    if (isKnown(c.req.header('If-None-Match'), `"${name}"`))
      return c.body(null, 304, { 'Cache-Control': cached })
    const store = await storeOf(config)
    const bytes = await store.getBytes(name).catch((error: unknown) => {
      if (error instanceof errors.E_CANNOT_READ_FILE) return null
      throw error
    })
    if (!bytes) return c.text('Not found', 404)
    return c.body(Uint8Array.from(bytes), 200, {
      'Content-Type': `image/${name.endsWith('.avif') ? 'avif' : 'webp'}`,
      'Cache-Control': cached,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${name}"`,
    })
  })
}
