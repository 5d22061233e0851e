/** Widths in pixels of pictures that come with the site. */
export const pictureWidths = [480, 960, 1600] as const
const storedWidth = 960
const shape = { width: 960, height: 600 }

const bundledPath = new RegExp(
  `^(/pictures/[a-z0-9][a-z0-9/-]*)-(?:${pictureWidths.join('|')})\\.(?:webp|avif)$`,
)

/** Widths in which an uploaded picture is stored, beside its original width. Larger widths than the original are skipped. */
const uploadWidths = [160, 320, 480, 960, 1600] as const
const posterWidths = [480, 960] as const
const posterShape = { width: 960, height: 720 }
/** The width for browsers that do not choose from `srcset`. */
const defaultWidth = 960
const uploadFolder = '/media/'
/** The folder with the drawings of visits. */
export const sceneFolder = '/scenes/'
const sceneShape = { width: 1600, height: 1000 }
const uploadedName =
  /^((?:poster-|review-|host-)?[0-9a-f]{32})-(\d{1,4})x(\d{1,4})(?:-(\d{1,4}))?\.(webp|avif)$/

/** The most pictures that a gallery shows. */
export const mostInGallery = 8

/** A picture in all its sizes; width and height are those of `src` in pixels. */
export type Picture = {
  src: string
  width: number
  height: number
  /** srcset of the newer formats: "a-480.avif 480w, a-960.avif 960w" */
  avif?: string
  webp?: string
  /** Whether the picture is a drawing. Pages label drawings as such. */
  is_illustration?: boolean
}

export type Shape = { width: number; height: number }
type Format = 'avif' | 'webp'

/**
 * Returns the name of an uploaded picture's largest file. The name contains the size, so that pages need no query for it.
 * A picture with a prefix is served only while a database row allows it.
 */
export function pictureName(
  id: string,
  { width, height }: Shape,
  prefix: '' | 'poster-' | 'review-' | 'host-' = '',
): string {
  return `${prefix}${id.replaceAll('-', '')}-${width}x${height}.webp`
}

/** Returns the name of a poster's largest file: the drawing shown while a vineyard has no photograph. */
export function posterName(id: string): string {
  return pictureName(id, posterShape, 'poster-')
}

/** Returns whether a picture needs a database row that allows it: a poster, a guest's picture or a host's photograph. */
export function isRevocable(address: string): boolean {
  return isPoster(address) || ['review-', 'host-'].some((of) => address.startsWith(uploadFolder + of))
}

/** Returns whether this is the path of a poster. */
export function isPoster(address: string): boolean {
  return address.startsWith(`${uploadFolder}poster-`)
}

/** Returns the path that is stored for an uploaded picture. */
export function picturePath(name: string): string {
  return uploadFolder + name
}

/** Returns all files of the uploaded picture with that name; none for other names. */
export function siblingsOf(name: string): { name: string; width: number; format: Format }[] {
  const match = uploadedName.exec(name)
  if (!match || match[4] !== undefined) return []
  const [, id = '', width, height] = match
  const largest = Number(width)
  const steps = id.startsWith('poster-') ? posterWidths : uploadWidths
  const widths = [...steps.filter((step) => step < largest), largest]
  return (['avif', 'webp'] as const).flatMap((format) =>
    widths.map((step) => ({
      name: `${id}-${width}x${height}${step === largest ? '' : `-${step}`}.${format}`,
      width: step,
      format,
    })),
  )
}

/** Returns whether this is the name of a file of an uploaded picture or of a poster. */
export function isPictureFile(name: string): boolean {
  return uploadedName.test(name)
}

/** Returns the name of a picture from the name of any of its files. */
export function wholeNameOf(file: string): string | null {
  const match = uploadedName.exec(file)
  return match && `${match[1]}-${match[2]}x${match[3]}.webp`
}

/** Returns whether a picture is on this site. Another site would learn who views which page, so its pictures are not shown. */
export function isOurPicture(address: string | null | undefined): address is string {
  return /^\/(?![/\\])/.test(address ?? '')
}

/**
 * Returns the sources of a picture, or null if there is nothing to show. Pictures of the site (`/pictures/<name>-960.webp`)
 * exist in AVIF and WebP at 480, 960 and 1600 pixels, all 8:5. Uploaded pictures (`/media/<id>-1600x1067.webp`) exist at their
 * own widths. A drawing of a visit has one size. Any other path gets the size 960 × 600, so that the layout does not shift.
 */
export function pictureOf(address: string | null | undefined): Picture | null {
  if (!isOurPicture(address)) return null
  if (address.startsWith(uploadFolder)) return uploadedPicture(address)
  if (address.startsWith(sceneFolder)) return { src: address, ...sceneShape, is_illustration: true }
  const name = bundledPath.exec(address)?.[1]
  if (name === undefined) return { src: address, ...shape }
  const set = (format: Format) =>
    pictureWidths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ')
  return { src: `${name}-${storedWidth}.webp`, ...shape, avif: set('avif'), webp: set('webp') }
}

/** Returns whether this path shows a photograph, not one of the site's own drawings. */
export function isPhotograph(address: string | null | undefined): address is string {
  return isOurPicture(address) && address.startsWith(uploadFolder) && !isPoster(address)
}

/** Returns the path of the largest file of a picture, in the format that every browser shows. */
export function largestFile(address: string): string {
  const name = bundledPath.exec(address)?.[1]
  return name === undefined ? address : `${name}-${pictureWidths.at(-1)}.webp`
}

function uploadedPicture(address: string): Picture {
  // The address of a picture that is not public yet has a query.
  const [name = '', query] = address.slice(uploadFolder.length).split('?')
  const suffix = query === undefined ? '' : `?${query}`
  const files = siblingsOf(name)
  const fallback = files.findLast(({ format, width }) => format === 'webp' && width <= defaultWidth)
  const [, , width, height] = uploadedName.exec(name) ?? []
  if (!fallback) return { src: address, ...shape }
  const set = (wanted: Format) =>
    files
      .filter(({ format }) => format === wanted)
      .map((file) => `${uploadFolder}${file.name}${suffix} ${file.width}w`)
      .join(', ')
  return {
    src: uploadFolder + fallback.name + suffix,
    width: fallback.width,
    height: Math.round((fallback.width * Number(height)) / Number(width)),
    avif: set('avif'),
    webp: set('webp'),
    is_illustration: isPoster(address),
  }
}
