import type { Picture } from '../ui/picture-frame.tsx'

/** Pictures that came with the site: the widths in pixels in which each is kept, and the one that is its address. */
export const pictureWidths = [480, 960, 1600] as const
const storedWidth = 960
const shape = { width: 960, height: 600 }

const own = new RegExp(`^(/pictures/[a-z0-9][a-z0-9/-]*)-(?:${pictureWidths.join('|')})\\.(?:webp|avif)$`)

/** Pictures that somebody sent: the widths they are drawn in, where they are that large, besides their own. */
const ladder = [160, 320, 480, 960, 1600] as const
/** What a browser without a choice of its own takes. */
const plainWidth = 960
const folder = '/media/'
const sent = /^([0-9a-f]{32})-(\d{1,4})x(\d{1,4})(?:-(\d{1,4}))?\.(webp|avif)$/

export type Shape = { width: number; height: number }
type Format = 'avif' | 'webp'

/** The name of an uploaded picture at its largest. It tells the shape, so that a page knows it without asking anybody. */
export function pictureName(id: string, { width, height }: Shape): string {
  return `${id.replaceAll('-', '')}-${width}x${height}.webp`
}

/** The address that is stored for an uploaded picture. */
export function addressOfPicture(name: string): string {
  return folder + name
}

/** Every file that belongs to the uploaded picture of that name; none for what is no name of ours. */
export function siblingsOf(name: string): { name: string; width: number; format: Format }[] {
  const read = sent.exec(name)
  if (!read || read[4] !== undefined) return []
  const [, id, width, height] = read
  const largest = Number(width)
  const widths = [...ladder.filter((step) => step < largest), largest]
  return (['avif', 'webp'] as const).flatMap((format) =>
    widths.map((step) => ({
      name: `${id}-${width}x${height}${step === largest ? '' : `-${step}`}.${format}`,
      width: step,
      format,
    })),
  )
}

/** Whether a file may be asked for by that name. */
export function isPictureFile(name: string): boolean {
  return sent.test(name)
}

/** The name under which all files of one picture are known, from the name of any of them. */
export function wholeNameOf(file: string): string | null {
  const read = sent.exec(file)
  return read && `${read[1]}-${read[2]}x${read[3]}.webp`
}

/**
 * Whether a picture lies on this site. Any other is not shown: its site would learn who looks at which of our pages, and
 * the browser is told to ask nobody else.
 */
export function isOurPicture(address: string | null | undefined): address is string {
  return /^\/(?![/\\])/.test(address ?? '')
}

/**
 * What a browser may choose from, or null where there is nothing to show. A picture that came with the site
 * (`/pictures/<name>-960.webp`) has siblings in AVIF and WebP at 480, 960 and 1600 pixels, all 8:5; one that was sent
 * (`/media/<id>-1600x1067.webp`) has those of its ladder. Of any other only the address is known; its width and height
 * are the frame's then, so that the page keeps its place while it loads.
 */
export function pictureOf(address: string | null | undefined): Picture | null {
  if (!isOurPicture(address)) return null
  if (address.startsWith(folder)) return sentPicture(address)
  const name = own.exec(address)?.[1]
  if (name === undefined) return { src: address, ...shape }
  const set = (format: Format) =>
    pictureWidths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ')
  return { src: `${name}-${storedWidth}.webp`, ...shape, avif: set('avif'), webp: set('webp') }
}

function sentPicture(address: string): Picture {
  const name = address.slice(folder.length)
  const files = siblingsOf(name)
  const plain = files.findLast(({ format, width }) => format === 'webp' && width <= plainWidth)
  const [, , width, height] = sent.exec(name) ?? []
  if (!plain) return { src: address, ...shape }
  const set = (wanted: Format) =>
    files
      .filter(({ format }) => format === wanted)
      .map((file) => `${folder}${file.name} ${file.width}w`)
      .join(', ')
  return {
    src: folder + plain.name,
    width: plain.width,
    height: Math.round((plain.width * Number(height)) / Number(width)),
    avif: set('avif'),
    webp: set('webp'),
  }
}
