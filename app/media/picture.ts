import type { Picture } from '../ui/plate.tsx'

/** The widths in pixels in which every picture of our own is kept, and the one that is stored as its address. */
export const pictureWidths = [480, 960, 1600] as const
const storedWidth = 960
const shape = { width: 960, height: 600 }

const own = new RegExp(`^(/pictures/[a-z0-9][a-z0-9/-]*)-(?:${pictureWidths.join('|')})\\.(?:webp|avif)$`)

/**
 * Whether a picture lies on this site. Any other is not shown: its site would learn who looks at which of our pages, and
 * the browser is told to ask nobody else.
 */
export function isOurPicture(address: string | null | undefined): address is string {
  return /^\/(?![/\\])/.test(address ?? '')
}

/**
 * What a browser may choose from, or null where there is nothing to show. A picture of our own
 * (`/pictures/<name>-960.webp`) has siblings in AVIF and WebP at 480, 960 and 1600 pixels, all 8:5. Of any other only the
 * address is known; its width and height are the frame's then, so that the page keeps its place while it loads.
 */
export function pictureOf(address: string | null | undefined): Picture | null {
  if (!isOurPicture(address)) return null
  const name = own.exec(address)?.[1]
  if (name === undefined) return { src: address, ...shape }
  const set = (format: string) =>
    pictureWidths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ')
  return { src: `${name}-${storedWidth}.webp`, ...shape, avif: set('avif'), webp: set('webp') }
}
