import type { Disk } from 'flydrive'

import type { Queryable } from '../database/database.server.ts'
import { picturePath, siblingsOf, wholeNameOf } from './picture.ts'

/**
 * Deletes pictures that have been unused since `before`, and files that belong to no picture, for example from an interrupted
 * upload or an older drawing of a poster. Returns the number of deleted files.
 */
export async function sweepPictures(sql: Queryable, store: Disk, before: Date): Promise<number> {
  const gone = await sql<
    { address: string }[]
  >`select address from delete_unused_pictures(${before}) as address`
  let files = 0
  const remove = async (name: string) => {
    await store.delete(name)
    files++
  }
  for (const { address } of gone)
    for (const { name } of siblingsOf(address.slice(picturePath('').length))) await remove(name)
  for await (const names of batchesOf(store)) {
    const lost = await unknownOf(sql, names)
    for (const name of lost) if ((await store.getMetaData(name)).lastModified < before) await remove(name)
  }
  return files
}

async function* batchesOf(store: Disk): AsyncGenerator<string[]> {
  let paginationToken: string | undefined
  do {
    const { objects, paginationToken: next } = await store.listAll('', {
      ...(paginationToken !== undefined && { paginationToken }),
    })
    yield [...objects].flatMap((file) => (file.isFile ? [file.key] : []))
    paginationToken = next
  } while (paginationToken !== undefined)
}

async function unknownOf(sql: Queryable, names: string[]): Promise<string[]> {
  const wholes = names.map((name) => picturePath(wholeNameOf(name) ?? ''))
  const known = await sql<{ address: string }[]>`
    select address from pictures where address = any (${wholes})
    union all
    select address from review_pictures where address = any (${wholes})
    union all
    select address from vineyard_posters where address = any (${wholes})`
  const addresses = new Set(known.map(({ address }) => address))
  // Keeps files whose names are not ours.
  return names.filter((name, index) => wholeNameOf(name) !== null && !addresses.has(wholes[index] ?? ''))
}
