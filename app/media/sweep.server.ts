import type { Disk } from 'flydrive'

import type { Queryable } from '../platform/database.server.ts'
import { addressOfPicture, siblingsOf, wholeNameOf } from './picture.ts'

/**
 * Forgets the pictures that nothing leads to since before a moment, with their files, and the files of which no picture
 * was ever written down, as when the site was ended in the middle. Returns how many files went.
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
    for (const { name } of siblingsOf(address.slice(addressOfPicture('').length))) await remove(name)
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
  const wholes = names.map((name) => addressOfPicture(wholeNameOf(name) ?? ''))
  const known = await sql<{ address: string }[]>`select address from pictures where address = any (${wholes})`
  const addresses = new Set(known.map(({ address }) => address))
  // What has no name of ours was put there by somebody else, and stays.
  return names.filter((name, index) => wholeNameOf(name) !== null && !addresses.has(wholes[index] ?? ''))
}
