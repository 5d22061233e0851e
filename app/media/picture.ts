import type { Picture } from '../ui/plate.tsx'

/** The widths in pixels in which every picture of our own is kept, and the one that is stored as its address. */
export const pictureWidths = [480, 960, 1600] as const
const storedWidth = 960
const shape = { width: 960, height: 600 }

const own = new RegExp(`^(/pictures/[a-z0-9][a-z0-9/-]*)-(?:${pictureWidths.join('|')})\\.(?:webp|avif)$`)

/**
 * What a browser may choose from. A picture of our own (`/pictures/<name>-960.webp`) has siblings in AVIF and WebP at
 * 480, 960 and 1600 pixels, all 8:5. Of any other address only the address is known; its width and height are the
 * frame's then, so that the page keeps its place while it loads.
 */
export function pictureSources(url: string): Picture {
  const name = own.exec(url)?.[1]
  if (name === undefined) return { src: url, ...shape }
  const set = (format: string) =>
    pictureWidths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ')
  return { src: `${name}-${storedWidth}.webp`, ...shape, avif: set('avif'), webp: set('webp') }
}

/** The picture at an address that may be missing. */
export function pictureOf(url: string | null): Picture | null {
  return url ? pictureSources(url) : null
}
