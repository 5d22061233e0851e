import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import satori from 'satori'
import sharp from 'sharp'

import type { Config } from '../platform/config.server.ts'
import { createLoadQueue } from '../platform/http/load-limiter.server.ts'
import { shareShape, siteName } from '../ui/head.ts'
import { isPictureFile, pictureOf } from './picture.ts'
import { storeOf } from './store.server.ts'

/** What such a picture says: a title, a line below it, and a cover behind both, by the address that is stored for it. */
export type ShareWords = { title: string; line: string; cover: string | null }

/** The colours of the theme on anything deep, which SVG can not ask for by their names. */
const colours = { chalk: '#fafbf6', deep: '#0e3221', turf: '#7d9f58', soft: '#d9e2d3' }
const siteFiles = 'build/client'

/** Letters of Wales and of other languages than English stand in the second file, which serves where the first has none. */
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

/** The picture that a link shows where somebody shares it: JPEG, 1200 by 630. Its letters are drawn, so no font is needed. */
async function drawSharePicture(words: ShareWords, config: Config): Promise<Uint8Array> {
  const cover = await readCover(words.cover, config)
  const text = await satori(layout(words, cover !== null), { ...shareShape, fonts: await fonts })
  const { width, height } = shareShape
  const ground = cover
    ? sharp(cover).resize(width, height, { fit: 'cover', position: 'attention' })
    : sharp({ create: { width, height, channels: 3, background: colours.deep } })
  return ground
    .composite([{ input: Buffer.from(text) }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** A picture of this site, from where it lies; null where there is none, or where it can not be read. */
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

function layout({ title, line }: ShareWords, hasCover: boolean) {
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
        box({}, siteName),
      ]),
      box({ flexDirection: 'column' }, [
        box({ display: 'block', fontSize: size, lineHeight: 1.2, lineClamp: 3 }, title),
        box({ fontSize: 34, marginTop: 16, color: colours.soft }, line),
      ]),
    ],
  ) as never
}

/** The pictures that were asked for last, the latest at the end: drawing one takes a quarter of a second. */
const drawn = new Map<string, Promise<Uint8Array | null>>()
const mostDrawn = 64

/**
 * One is drawn at a time, since letters are set on the process's own thread, and few wait behind it: who waits holds a
 * place among those who are answered, and bookings come first.
 */
const drawing = createLoadQueue({ at_once: 1, max_waiting: 3, longest_wait: 3_000 })

async function drawInTurn(words: ShareWords, config: Config): Promise<Uint8Array | null> {
  if ((await drawing.enter()) !== 'entered') return null
  try {
    return await drawSharePicture(words, config)
  } finally {
    drawing.leave()
  }
}

/** Null where too many others are being drawn. Asked for by several at once it is drawn once. */
async function keptPicture(words: ShareWords, config: Config): Promise<Uint8Array | null> {
  const key = JSON.stringify([words, config.site_url])
  const asked = drawn.get(key) ?? drawInTurn(words, config)
  drawn.delete(key)
  drawn.set(key, asked)
  for (const oldest of drawn.keys()) if (drawn.size > mostDrawn) drawn.delete(oldest)
  const picture = await asked.catch((error) => {
    forget(key, asked)
    throw error
  })
  if (!picture) forget(key, asked)
  return picture
}

/** What came to nothing is drawn anew for whoever asks next. */
function forget(key: string, asked: Promise<unknown>): void {
  if (drawn.get(key) === asked) drawn.delete(key)
}

/** The same as an answer. Covers and names change now and then: who keeps it asks again after a day. */
export async function sharePicture(words: ShareWords, config: Config): Promise<Response> {
  const picture = await keptPicture(words, config)
  if (!picture)
    return new Response('Many pictures are being drawn. Please ask again in a moment.', {
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
