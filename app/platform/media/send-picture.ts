import { ok, type Result, refused } from '../result.ts'
import { largestUpload, uploadSentence } from './upload.ts'

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
