/** The most bytes of an uploaded picture. */
export const largestUpload = 10 * 1024 * 1024
/**
 * The most bytes of a whole request: the picture, the other fields and the boundaries. deploy/Caddyfile has the same
 * limit.
 */
export const largestUploadBody = largestUpload + 64 * 1024
/** The most pixels of a decoded picture: a small file may decode to more pixels than fit in memory. */
export const mostPixels = 40_000_000

/** The types of pictures that we accept. The type of a file is detected by its content, not by its name. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** For each kind: the longest edge that is stored and the shortest edge that is accepted, in pixels, and the name's prefix. */
export const kindsOfPicture = {
  photograph: { longest: 1600, shortest: 320, prefix: '' },
  review: { longest: 1600, shortest: 320, prefix: 'review-' },
  host: { longest: 1600, shortest: 320, prefix: 'host-' },
  logo: { longest: 480, shortest: 48, prefix: '' },
} as const
export type KindOfPicture = keyof typeof kindsOfPicture

const fixedSentences = {
  missing: 'No picture was chosen. Choose a file first.',
  unreadable: 'The picture did not arrive completely. Please send it again.',
  empty: 'That file is empty. Please choose another one.',
  drawing: 'That is an SVG file. Save it as PNG and send that.',
  phone_format: 'That is a HEIC picture, which browsers do not show. Save it as JPEG and send that.',
  other_type: 'That file type is not supported. Use JPEG, PNG, WebP or AVIF.',
  damaged: 'That picture is damaged. Open it, save it again and send that.',
  busy: 'Many pictures are being uploaded right now. Please send yours again in a moment.',
}

export type UploadProblem =
  | { kind: keyof typeof fixedSentences }
  /** The size of the file; null if it is unknown. */
  | { kind: 'heavy'; bytes: number | null }
  | { kind: 'huge'; width: number; height: number }
  | { kind: 'small'; shortest: number }

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
const millions = (pixels: number) => `${Math.round(pixels / 1_000_000)} million pixels`

/** Returns a sentence that says what happened and what to do. */
export function uploadSentence(problem: UploadProblem): string {
  switch (problem.kind) {
    case 'heavy':
      return `That picture is ${problem.bytes === null ? 'too large' : megabytes(problem.bytes)}; the limit is ${megabytes(largestUpload)}. Any phone can send a smaller version.`
    case 'huge':
      return `That picture has ${millions(problem.width * problem.height)}; the limit is ${millions(mostPixels)}. Make it smaller and send that.`
    case 'small':
      return `That picture is too small to look good: its shorter side needs at least ${problem.shortest} pixels.`
    default:
      return fixedSentences[problem.kind]
  }
}
