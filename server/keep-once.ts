import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * What a file holds that is drawn once and read by its owner alone: `drawn`, unless another process was first. It comes to
 * its name whole, so that whoever starts in the same moment reads no half of it.
 */
export async function keepOnce(file: string, drawn: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null) return kept
  await mkdir(dirname(file), { recursive: true })
  const beside = `${file}.${randomUUID()}`
  await writeFile(beside, drawn, { mode: 0o600 })
  // Where a file can not have two names it is written in its place, unless it is there.
  await link(beside, file)
    .catch(() => writeFile(file, drawn, { mode: 0o600, flag: 'wx' }))
    .catch(() => undefined)
  await rm(beside)
  return readFile(file, 'utf8')
}
