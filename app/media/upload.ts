/*
 * Upload: a picture that somebody sends us. What we keep of it is drawn anew, in our own formats and widths, so that
 * nothing that was hidden in the file (where it was taken, a script, a second file) comes along.
 */

/** In bytes. */
export const largestUpload = 10 * 1024 * 1024
/** Once unpacked. A small file can unfold to more than a machine holds. */
export const mostPixels = 40_000_000

/** By their contents; a file's name says nothing. */
export const takenTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** A photograph fills frames, a logo stands small beside a name. Edges in pixels. */
export const kindsOfPicture = {
  photograph: { longest: 1600, shortest: 320 },
  logo: { longest: 480, shortest: 48 },
} as const
export type KindOfPicture = keyof typeof kindsOfPicture

export type UploadProblem =
  | { kind: 'missing' | 'unreadable' | 'empty' | 'drawing' | 'phone_format' | 'other_type' | 'damaged' }
  /** `bytes` where it is known. */
  | { kind: 'heavy'; bytes: number | null }
  | { kind: 'huge'; width: number; height: number }
  | { kind: 'small'; shortest: number }
  | { kind: 'busy' }

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
const millions = (pixels: number) => `${Math.round(pixels / 1_000_000)} million pixels`

/** What happened, then what to do. */
export function uploadSentence(problem: UploadProblem): string {
  switch (problem.kind) {
    case 'missing':
      return 'There is no picture in this. Choose a file first.'
    case 'unreadable':
      return 'The picture did not arrive whole. Please send it again.'
    case 'empty':
      return 'That file is empty. Please choose another one.'
    case 'drawing':
      return 'That is a drawing (SVG). Save it as PNG and send that.'
    case 'phone_format':
      return 'That is a HEIC picture, which browsers do not show. Save it as JPEG and send that.'
    case 'other_type':
      return 'That is no picture we can show. JPEG, PNG, WebP and AVIF are fine.'
    case 'damaged':
      return 'That picture is damaged. Open it, save it anew and send that.'
    case 'heavy':
      return `That picture is ${problem.bytes === null ? 'too large' : megabytes(problem.bytes)}; ${megabytes(largestUpload)} is the most. Any phone can send it smaller.`
    case 'huge':
      return `That picture has ${millions(problem.width * problem.height)}; ${millions(mostPixels)} is the most. Make it smaller and send that.`
    case 'small':
      return `That picture is too small to be shown well: its shorter side needs ${problem.shortest} pixels.`
    case 'busy':
      return 'Many pictures are on their way just now. Please send yours again in a moment.'
  }
}
