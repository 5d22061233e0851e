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

import { createLoadQueue } from '../platform/http/load-limiter.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { drawPicture } from './draw.server.ts'
import { addressOfPicture, type Shape } from './picture.ts'
import { type KindOfPicture, largestUpload, type UploadProblem } from './upload.ts'

/** A picture whose files lie in the store; nothing leads to it yet. */
export type Received = Shape & { id: string; address: string }

/** So many may arrive at once (each is held in memory meanwhile), and one is drawn at a time: bookings come first. */
const arriving = createLoadQueue({ at_once: 12, max_waiting: 0, longest_wait: 0 })
const drawing = createLoadQueue({ at_once: 1, max_waiting: 11, longest_wait: 60_000 })

const limits = {
  maxFiles: 1,
  maxParts: 4,
  maxHeaderSize: 8 * 1024,
  maxFileSize: largestUpload,
  maxTotalSize: largestUpload + 64 * 1024,
}

/** Takes the picture out of a request as it arrives, draws it anew and puts it into the store. */
export async function receivePicture(
  request: Request,
  store: Disk,
  as: KindOfPicture,
): Promise<Result<Received, UploadProblem>> {
  if ((await arriving.enter()) !== 'entered') return refused({ kind: 'busy' })
  try {
    const bytes = await readFile(request)
    return bytes.ok ? await inTurn(() => keep(bytes.value, store, as)) : bytes
  } finally {
    arriving.leave()
  }
}

async function readFile(request: Request): Promise<Result<Uint8Array, UploadProblem>> {
  const announced = Number(request.headers.get('Content-Length'))
  if (announced > limits.maxTotalSize) return refused({ kind: 'heavy', bytes: announced })
  const files: File[] = []
  try {
    await parseFormData(request, limits, (upload) => void files.push(upload))
  } catch (error) {
    const problem = problemOf(error)
    if (problem) return refused(problem)
    throw error
  }
  return files[0] ? ok(await files[0].bytes()) : refused({ kind: 'missing' })
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

async function inTurn<Value>(
  work: () => Promise<Result<Value, UploadProblem>>,
): Promise<Result<Value, UploadProblem>> {
  if ((await drawing.enter()) !== 'entered') return refused({ kind: 'busy' })
  try {
    return await work()
  } finally {
    drawing.leave()
  }
}

async function keep(
  bytes: Uint8Array,
  store: Disk,
  as: KindOfPicture,
): Promise<Result<Received, UploadProblem>> {
  const id = randomUUID()
  const drawn = await drawPicture(bytes, as, id)
  if (!drawn.ok) return drawn
  const { name, width, height, files } = drawn.value
  try {
    for (const file of files) await store.put(file.name, file.bytes)
  } catch (error) {
    // One that was written in part is there as well.
    await Promise.allSettled(files.map((file) => store.delete(file.name)))
    throw error
  }
  return ok({ id, address: addressOfPicture(name), width, height })
}
