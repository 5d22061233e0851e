import { ok, type Result, refused } from '../platform/result.ts'
import { largestUpload, uploadSentence } from './upload.ts'

/** What came of sending: the picture's address, or a sentence that says why not. Null when it was cancelled. */
type Sent = Result<{ id: string; address: string }, string | null>

export type Sending = { done: Promise<Sent>; cancel: () => void }

const offline = 'No connection just now. The picture was not sent; please try again.'

/** What can be told of a file before a byte of it is sent. */
export function refuseFile(file: Pick<File, 'size' | 'type' | 'name'>): string | null {
  if (file.size === 0) return uploadSentence({ kind: 'empty' })
  if (file.size > largestUpload) return uploadSentence({ kind: 'heavy', bytes: file.size })
  if (file.type.startsWith('image/svg')) return uploadSentence({ kind: 'drawing' })
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name))
    return uploadSentence({ kind: 'phone_format' })
  return null
}

/**
 * Sends a picture and tells how much of it has gone, from 0 to 1. By XMLHttpRequest, since fetch does not say. At 1 all has
 * arrived and is being drawn.
 */
export function sendPicture(
  file: File,
  asked: Record<string, string>,
  { token, progress }: { token: string | null; progress: (share: number) => void },
): Sending {
  const request = new XMLHttpRequest()
  const { promise, resolve } = Promise.withResolvers<Sent>()
  request.open('POST', `/api/pictures?${new URLSearchParams(asked)}`)
  if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`)
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total)
  request.onload = () => {
    const answer = request.response as { id: string; address: string; error?: string } | null
    if (request.status === 201 && answer) return resolve(ok(answer))
    resolve(refused(answer?.error ?? uploadSentence({ kind: 'unreadable' })))
  }
  request.onerror = () => resolve(refused(offline))
  request.onabort = () => resolve(refused(null))
  const form = new FormData()
  form.append('file', file)
  request.send(form)
  return { done: promise, cancel: () => request.abort() }
}
