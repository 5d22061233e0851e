import { errors } from 'flydrive'
import { Hono } from 'hono'

import type { Config } from '../platform/config.server.ts'
import { isPictureFile } from './picture.ts'
import { storeOf } from './store.server.ts'

const oneYear = 'public, max-age=31536000, immutable'

/** Serves uploaded pictures below `/media`. The file of a name never changes. Emails may embed them on any site. */
export function pictureFiles(config: Pick<Config, 'data_folder' | 'storage_url'>): Hono {
  return new Hono().get('/:name', async (c) => {
    const name = c.req.param('name')
    if (!isPictureFile(name)) return c.text('Not found', 404)
    if (c.req.header('If-None-Match') !== undefined) return c.body(null, 304, { 'Cache-Control': oneYear })
    const store = await storeOf(config)
    const bytes = await store.getBytes(name).catch((error: unknown) => {
      if (error instanceof errors.E_CANNOT_READ_FILE) return null
      throw error
    })
    if (!bytes) return c.text('Not found', 404)
    return c.body(Uint8Array.from(bytes), 200, {
      'Content-Type': `image/${name.endsWith('.avif') ? 'avif' : 'webp'}`,
      'Cache-Control': oneYear,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${name}"`,
    })
  })
}
