import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseFormData,
} from '@remix-run/form-data-parser'
import type { Disk } from 'flydrive'
import { randomUUID } from 'node:crypto'

import { createLoadQueue } from '../http/load-limiter.server.ts'
import { ok, type Result, refused } from '../result.ts'
import { convertPicture } from './convert.server.ts'
import { picturePath, type Shape, siblingsOf } from './picture.ts'
import { type KindOfPicture, largestUpload, largestUploadBody, type UploadProblem } from './upload.ts'

/** A stored picture that nothing refers to yet. */
export type ReceivedPicture = Shape & { id: string; address: string; bytes: number }

/**
 * Few uploads may arrive at once, because they are held in memory. One upload is converted at a time, so that bookings
 * come first.
 */
const uploads = createLoadQueue({ at_once: 12, max_waiting: 0, longest_wait: 0 })
const conversions = createLoadQueue({ at_once: 1, max_waiting: 11, longest_wait: 60_000 })

const limits = {
  maxFiles: 1,
  maxParts: 4,
  maxHeaderSize: 8 * 1024,
  maxFileSize: largestUpload,
  maxTotalSize: largestUploadBody,
}

/** Reads the picture of a request, converts it and stores it. */
export async function receivePicture(
  request: Request,
  store: Disk,
  as: KindOfPicture,
): Promise<Result<ReceivedPicture, UploadProblem>> {
  const refuse = () => refused({ kind: 'busy' } as const)
  return uploads.run(async () => {
    const bytes = await readFile(request)
    return bytes.ok ? conversions.run(() => storePicture(bytes.value, store, as), refuse) : bytes
  }, refuse)
}

async function readFile(request: Request): Promise<Result<Uint8Array, UploadProblem>> {
  const length = Number(request.headers.get('Content-Length'))
  if (length > limits.maxTotalSize) return refused({ kind: 'heavy', bytes: length })
  const files: File[] = []
  try {
    await parseFormData(withWholeEnd(request), limits, (upload) => void files.push(upload))
  } catch (error) {
    const problem = problemOf(error)
    if (problem) return refused(problem)
    throw error
  }
  return files[0] ? ok(await files[0].bytes()) : refused({ kind: 'missing' })
}

/** Joins the line end after the last boundary to that boundary: the parser refuses a line end that is a separate chunk. */
function withWholeEnd({ url, headers, body }: Request): Request {
  let held: Uint8Array = new Uint8Array()
  const joined = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const isLineEnd = chunk.length <= 2
        const kept = isLineEnd ? held.subarray(-4) : new Uint8Array()
        controller.enqueue(held.subarray(0, held.length - kept.length))
        held = isLineEnd ? Buffer.concat([kept, chunk]) : chunk
      },
      flush: (controller) => controller.enqueue(held),
    }),
  )
  return new Request(url, { method: 'POST', headers, body: joined ?? null, duplex: 'half' } as RequestInit)
}

function problemOf(error: unknown): UploadProblem | null {
  if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
    return { kind: 'heavy', bytes: null }
  if (
    error instanceof FormDataParseError ||
    error instanceof MultipartParseError ||
    error instanceof MaxFilesExceededError
  )
    return { kind: 'unreadable' }
  return null
}

async function storePicture(
  bytes: Uint8Array,
  store: Disk,
  as: KindOfPicture,
): Promise<Result<ReceivedPicture, UploadProblem>> {
  const id = randomUUID()
  const converted = await convertPicture(bytes, as, id)
  if (!converted.ok) return converted
  const { name, width, height, files } = converted.value
  try {
    for (const file of files) await store.put(file.name, file.bytes)
  } catch (error) {
    // Deletes partly written files as well.
    await Promise.allSettled(files.map((file) => store.delete(file.name)))
    throw error
  }
  const bytes_stored = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return ok({ id, address: picturePath(name), width, height, bytes: bytes_stored })
}

/** Deletes the files of a received picture to which nothing refers. */
export async function discardPicture({ address }: ReceivedPicture, store: Disk): Promise<void> {
  const names = siblingsOf(address.slice(picturePath('').length)).map(({ name }) => name)
  await Promise.allSettled(names.map((name) => store.delete(name)))
}
