import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

import { ok, type Result, refused } from '../platform/result.ts'
import { pictureName, siblingsOf, type Shape } from './picture.ts'
import { kindsOfPicture, type KindOfPicture, mostPixels, takenTypes, type UploadProblem } from './upload.ts'

// One thread: what books a table in the meantime has the other ones.
sharp.concurrency(1)
sharp.cache(false)

const patience = { seconds: 20 }

export type Drawn = Shape & { name: string; files: { name: string; bytes: Uint8Array }[] }

/**
 * Draws an uploaded picture anew in our formats and widths, upright and without anything else that was in the file.
 * What it is says its contents; how large it unfolds is read from its head, before anything is unfolded.
 */
export async function drawPicture(
  bytes: Uint8Array,
  as: KindOfPicture,
  id: string,
): Promise<Result<Drawn, UploadProblem>> {
  const refusal = await refuse(bytes, as)
  if (refusal) return refused(refusal)
  const { longest } = kindsOfPicture[as]
  const whole = await unfold(bytes, longest)
  if (!whole) return refused({ kind: 'damaged' })

  const { width, height } = whole.info
  const raw = { raw: { width, height, channels: whole.info.channels } }
  const name = pictureName(id, { width, height })
  const files: Drawn['files'] = []
  for (const sibling of siblingsOf(name)) {
    const drawing = sharp(whole.data, raw).resize({ width: sibling.width })
    const drawn =
      sibling.format === 'avif'
        ? drawing.avif({ quality: as === 'logo' ? 65 : 52, effort: 3 })
        : drawing.webp({ quality: as === 'logo' ? 90 : 78 })
    files.push({ name: sibling.name, bytes: await drawn.toBuffer() })
  }
  return ok({ name, width, height, files })
}

async function refuse(bytes: Uint8Array, as: KindOfPicture): Promise<UploadProblem | null> {
  if (bytes.length === 0) return { kind: 'empty' }
  const type = (await fileTypeFromBuffer(bytes))?.mime
  if (type === undefined || type === 'application/xml')
    return looksLikeSvg(bytes) ? { kind: 'drawing' } : { kind: 'other_type' }
  if (type.startsWith('image/hei')) return { kind: 'phone_format' }
  if (!takenTypes.some((taken) => taken === type)) return { kind: 'other_type' }

  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) return { kind: 'damaged' }
  const { width, height } = head
  if (width * height > mostPixels) return { kind: 'huge', width, height }
  const { shortest } = kindsOfPicture[as]
  return Math.min(width, height) < shortest ? { kind: 'small', shortest } : null
}

function unfold(bytes: Uint8Array, longest: number) {
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout(patience)
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
}

/** Drawings are text; their first bytes may be a declaration, a comment or white space. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 4096)).toLowerCase().includes('<svg')
}
