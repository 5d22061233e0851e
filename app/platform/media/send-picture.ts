import { ok, type Result, refused } from '../result.ts'
import { acceptedTypes, largestUpload, uploadSentence } from './upload.ts'

/** The id and path of the stored picture, or a sentence that says why it was not stored; null if the upload was cancelled. */
type UploadResult = Result<{ id: string; address: string }, string | null>

export type Upload = { done: Promise<UploadResult>; cancel: () => void }

const offline = 'There is no connection. The picture was not sent; please try again.'

/** Returns a sentence if the file can be refused before sending. */
export function refuseFile(file: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (file.size === 0) return uploadSentence({ kind: 'empty' })
  if (file.size > largestUpload) return uploadSentence({ kind: 'heavy', bytes: file.size })
  if (file.type.startsWith('image/svg')) return uploadSentence({ kind: 'drawing' })
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name))
    return uploadSentence({ kind: 'phone_format' })
  return null
}

/**
 * Uploads a picture and reports progress from 0 to 1; at 1 the server converts the picture. Uses XMLHttpRequest, because
 * fetch reports no upload progress.
 */
export function sendPicture(
  file: File,
  query: Record<string, string>,
  { token, progress }: { token: string | null; progress: (share: number) => void },
): Upload {
  const request = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<UploadResult>()
  request.open('POST', `/api/pictures?${new URLSearchParams(query)}`)
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total)
  request.onload = () => {
    const body = request.response as { id: string; address: string; error?: string } | null
    if (request.status === 201 && body) return resolve(ok(body))
    resolve(refused(body?.error ?? uploadSentence({ kind: 'unreadable' })))
  }
  request.onerror = () => resolve(refused(offline))
  request.onabort = () => resolve(refused(null))
  const form = new FormData()
  form.append('file', file)
  request.send(form)
  return { done: promise, cancel: () => request.abort() }
}

/** The longest edge of a picture that is shrunk, in pixels: twice that of a stored photograph. */
const longest = 3200

/** Returns the size of a picture after shrinking, in pixels, with the same shape. */
export function shrunkSize({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Shrinks a picture that is too large to send. Returns other files, and files that the browser cannot read, unchanged. */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= largestUpload || !(acceptedTypes as readonly string[]).includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const canvas = Object.assign(document.createElement('canvas'), shrunkSize(picture))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const type = file.type === 'image/jpeg' ? file.type : 'image/webp'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file
}
