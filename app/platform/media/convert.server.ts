import { fileTypeFromBuffer } from 'file-type'
import sharp, { type OutputInfo, type Sharp } from 'sharp'

import { ok, type Result, refused } from '../result.ts'
import { pictureName, siblingsOf, type Shape } from './picture.ts'
import {
  kindsOfPicture,
  type KindOfPicture,
  mostPixels,
  acceptedTypes,
  type UploadProblem,
} from './upload.ts'

// Pictures are converted in one thread, so that the other threads stay free for bookings.
sharp.concurrency(1)
sharp.cache(false)

/** The most bytes of a picture that is at most 480 pixels wide. */
const largestCardPicture = 12_000

const timeLimit = { seconds: 20 }

export type ConvertedPicture = Shape & { name: string; files: { name: string; bytes: Uint8Array }[] }

/**
 * Converts an uploaded picture to our formats and widths, upright and without metadata. Detects its type by its content,
 * and checks its size before decoding it.
 */
export async function convertPicture(
  bytes: Uint8Array,
  as: KindOfPicture,
  id: string,
): Promise<Result<ConvertedPicture, UploadProblem>> {
  const refusal = await refuse(bytes, as)
  if (refusal) return refused(refusal)
  const { longest, prefix } = kindsOfPicture[as]
  const whole = await decode(bytes, longest)
  if (!whole) return refused({ kind: 'damaged' })

  const { width, height } = whole.info
  const name = pictureName(id, { width, height }, prefix)
  const files = await encodeSiblings(name, whole, (resized, { format }) =>
    (format === 'avif'
      ? resized.avif({ quality: as === 'logo' ? 65 : 52, effort: 3 })
      : resized.webp({ quality: as === 'logo' ? 90 : 78 })
    ).toBuffer(),
  )
  return ok({ name, width, height, files })
}

/** Converts one of our own drawings to the formats and widths that belong to its name. */
export async function convertDrawing(svg: string, name: string): Promise<ConvertedPicture['files']> {
  const whole = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return encodeSiblings(name, whole, async (resized, { format, width }) => {
    const encode = (quality: number) =>
      (format === 'avif'
        ? resized.clone().avif({ quality, effort: 2 })
        : resized.clone().webp({ quality: quality - 10, preset: 'drawing' })
      ).toBuffer()
    let bytes = await encode(50)
    for (let quality = 42; width <= 480 && bytes.length > largestCardPicture && quality > 10; quality -= 8)
      bytes = await encode(quality)
    return bytes
  })
}

/** Returns the files that belong to a picture's name, each encoded from the resized pixels. */
async function encodeSiblings(
  name: string,
  { data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo },
  encode: (resized: Sharp, sibling: ReturnType<typeof siblingsOf>[number]) => Promise<Uint8Array>,
): Promise<ConvertedPicture['files']> {
  const files: ConvertedPicture['files'] = []
  for (const sibling of siblingsOf(name)) {
    const resized = sharp(data, { raw: { width, height, channels } }).resize({ width: sibling.width })
    files.push({ name: sibling.name, bytes: await encode(resized, sibling) })
  }
  return files
}

async function refuse(bytes: Uint8Array, as: KindOfPicture): Promise<UploadProblem | null> {
  if (bytes.length === 0) return { kind: 'empty' }
  const type = (await fileTypeFromBuffer(bytes))?.mime
  if (type === undefined || type === 'application/xml')
    return looksLikeSvg(bytes) ? { kind: 'drawing' } : { kind: 'other_type' }
  if (type.startsWith('image/hei')) return { kind: 'phone_format' }
  if (!acceptedTypes.some((accepted) => accepted === type)) return { kind: 'other_type' }

  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) return { kind: 'damaged' }
  const { width, height } = head
  if (width * height > mostPixels) return { kind: 'huge', width, height }
  const { shortest } = kindsOfPicture[as]
  return Math.min(width, height) < shortest ? { kind: 'small', shortest } : null
}

function decode(bytes: Uint8Array, longest: number) {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout(timeLimit)
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
}

/** Returns whether the file begins like an SVG, perhaps after a declaration or a comment. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 4096)).toLowerCase().includes('<svg')
}
