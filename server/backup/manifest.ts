import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const file = 'backup.json'

const shape = z.object({ made_at: z.iso.datetime(), files: z.int(), bytes: z.int() })

/** What a backup says of itself. It is written last: a folder without it holds no whole backup. */
export type Manifest = z.infer<typeof shape>

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, file), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Null where there is none, or none that could be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => 'null')
  const read = shape.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}
