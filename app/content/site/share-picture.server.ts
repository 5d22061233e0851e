import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import satori from 'satori'
import sharp from 'sharp'

import type { Config } from '../../platform/config.server.ts'
import { createLoadQueue } from '../../platform/http/load-limiter.server.ts'
import { shareShape, siteName } from '../../ui/page/head.ts'
import { isPictureFile, isPoster, pictureOf } from '../../platform/media/picture.ts'
import { storeOf } from '../../platform/media/store.server.ts'

/** The content of a sharing image: a title, a line below the title, and the paths of one or more covers behind the text */
export type ShareContent = { title: string; line: string; cover: string | null | string[] }

/** The theme's colours on a dark background. An SVG drawn here cannot use our CSS variables. */
const colours = { chalk: '#fafbf6', deep: '#0e3221', turf: '#7d9f58', soft: '#d9e2d3' }
const siteFiles = 'build/client'

/** The second font has the glyphs that the first one lacks, for example for Welsh. */
const families = {
  Besley: import.meta.resolve('@fontsource/besley/files/besley-latin-600-normal.woff'),
  'Besley Extended': import.meta.resolve('@fontsource/besley/files/besley-latin-ext-600-normal.woff'),
}
const fonts = Promise.all(
  Object.entries(families).map(async ([name, file]) => ({
    name,
    weight: 600 as const,
    style: 'normal' as const,
    data: await readFile(fileURLToPath(file)),
  })),
)

/** Draws a sharing image: JPEG, 1200 × 630. */
async function drawSharePicture(content: ShareContent, config: Config): Promise<Uint8Array> {
  const read = await Promise.all([content.cover].flat().map((cover) => readCover(cover, config)))
  const covers = read.filter((cover) => cover !== null)
  const text = await satori(layout(content, covers.length > 0), { ...shareShape, fonts: await fonts })
  const { width, height } = shareShape
  const tiles = covers.map(async (cover, n) => {
    const edge = (at: number) => Math.round((at * width) / covers.length)
    const shape = { width: edge(n + 1) - edge(n), height, fit: 'cover', position: 'attention' } as const
    return { input: await sharp(cover).resize(shape).toBuffer(), left: edge(n), top: 0 }
  })
  return sharp({ create: { width, height, channels: 3, background: colours.deep } })
    .composite([...(await Promise.all(tiles)), { input: Buffer.from(text) }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Reads a picture of this site. Returns null if there is none or it cannot be read. */
async function readCover(address: string | null, config: Config): Promise<Uint8Array | null> {
  const picture = pictureOf(address)
  if (!picture) return null
  const [, folder, name = ''] = /^\/(media|pictures)\/(.+)$/.exec(picture.src) ?? []
  if (folder === 'media')
    return isPictureFile(name) ? (await storeOf(config)).getBytes(name).catch(() => null) : null
  const file = normalize(join(siteFiles, picture.src))
  if (folder === undefined || !file.startsWith(join(siteFiles, 'pictures'))) return null
  return readFile(file).catch(() => null)
}

type Part = { type: string; props: { style: object; children: string | Part[] } }

const box = (style: object, children: string | Part[]): Part => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

function layout({ title, line, cover }: ShareContent, hasCover: boolean) {
  const isDrawn = [cover].flat().some((path) => isPoster(path ?? ''))
  const size = title.length > 60 ? 52 : title.length > 30 ? 64 : 80
  const ground = hasCover
    ? 'linear-gradient(to bottom, rgba(14, 50, 33, 0.6) 0%, rgba(14, 50, 33, 0.15) 35%, rgba(14, 50, 33, 0.4) 55%, rgba(14, 50, 33, 0.92) 100%)'
    : colours.deep
  return box(
    {
      ...shareShape,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '56px 72px',
      background: ground,
      color: colours.chalk,
      fontFamily: Object.keys(families).join(', '),
    },
    [
      box({ alignItems: 'center', fontSize: 34 }, [
        box({ width: 56, height: 6, marginRight: 20, background: colours.turf }, ''),
        box({ flexGrow: 1 }, siteName),
        ...(isDrawn ? [box({ fontSize: 26 }, 'Illustration')] : []),
      ]),
      box({ flexDirection: 'column' }, [
        box({ display: 'block', fontSize: size, lineHeight: 1.2, lineClamp: 3 }, title),
        box({ fontSize: 34, marginTop: 16, color: colours.soft }, line),
      ]),
    ],
  ) as never
}

/** The latest images. They are cached, because drawing one takes a quarter of a second. */
const cache = new Map<string, Promise<Uint8Array | null>>()
const maxCached = 64

/**
 * Draws one image at a time, because satori runs on the main thread. Few requests may wait, because waiting requests count
 * in the load limiter.
 */
const drawing = createLoadQueue({ at_once: 1, max_waiting: 3, longest_wait: 3_000 })

/** Returns the picture, or null if too many requests wait. Concurrent requests share one drawing. */
function cachedPicture(key: string, draw: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  const known = cache.get(key)
  if (known) return known
  const pending = drawing.run(draw, () => null)
  cache.set(key, pending)
  for (const oldest of cache.keys()) if (cache.size > maxCached) cache.delete(oldest)
  const forget = () => cache.delete(key)
  void pending.then((picture) => picture ?? forget(), forget)
  return pending
}

/** Responds with a sharing image. Caches keep it for a day, because covers and names may change. */
export async function sharePicture(content: ShareContent, config: Config): Promise<Response> {
  const key = JSON.stringify([content, config.site_url])
  return respond(await cachedPicture(key, () => drawSharePicture(content, config)))
}

/** Responds with the picture at `address` in the size for emails (JPEG, 960 × 400), or with 404 if there is none. */
export async function emailPicture(address: string | null, config: Config): Promise<Response> {
  const cover = await readCover(address, config)
  if (!cover) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const draw = () => sharp(cover).resize(960, 400, { position: 'centre' }).jpeg({ quality: 78 }).toBuffer()
  return respond(await cachedPicture(JSON.stringify(['email', address, config.site_url]), draw))
}

function respond(picture: Uint8Array | null): Response {
  if (!picture)
    return new Response('Too many pictures are being drawn. Please try again in a moment.', {
      status: 503,
      headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' },
    })
  return new Response(Uint8Array.from(picture), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
