import { statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Sql, Transaction } from '../../app/platform/database/database.server.ts'

/**
 * Copies rows in COPY's text format into a table, in the caller's transaction. Throws if the table rejects the rows.
 * The error may lack the reason, which is then in the log of the database.
 */
export async function copyRows(
  transaction: Transaction,
  table: string,
  columns: string,
  rows: string[],
): Promise<void> {
  const stream = await transaction.unsafe(`copy ${table} (${columns}) from stdin`).writable()
  // If rows are rejected after the last row was sent, the driver waits forever. So another statement follows the copy
  // at once. It is answered after the copy, and fails if the copy failed.
  const settled = new Promise((resolve, reject) => {
    const finish = stream._final.bind(stream)
    stream._final = (done) => {
      finish(done)
      transaction`select`.then(resolve, reject)
    }
  })
  await Promise.all([pipeline(Readable.from([rows.join('')]), stream), settled])
}

/**
 * Drops all but the unique indexes of these empty tables, runs `work`, and creates the indexes again. Filling the tables in
 * this way takes a tenth of the time. If the transaction fails, the indexes still exist.
 */
export async function withoutIndexes(
  transaction: Transaction,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const indexes = await transaction<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any (${transaction.array([...tables])}::text[]::regclass[])
      and not i.indisunique and not i.indisexclusion
    order by i.indexrelid`
  for (const { name } of indexes) await transaction.unsafe(`drop index ${name}`)
  await work()
  await transaction`set local maintenance_work_mem = '256MB'`
  for (const { definition } of indexes) await transaction.unsafe(definition)
}

/** The bytes of a row with its indexes, events, emails and WAL: the measured size and half as much again. */
const bytesOfVineyard = 7_000
const bytesOfBooking = 3_800
const bytesOfWal = 2_000_000_000

/** Returns a sentence if the disk of the database is too small for the market. */
export async function findDiskShortage(
  sql: Sql,
  { vineyards, bookings }: { vineyards: number; bookings: number },
): Promise<string | undefined> {
  const rows = vineyards * bytesOfVineyard + bookings * bytesOfBooking
  const needed = rows + Math.min(rows, bytesOfWal)
  const free = await freeBytes(sql)
  if (free === undefined || free >= needed) return undefined
  return (
    `This market needs about ${gigabytes(needed)} on the disk of the database, and ${gigabytes(free)} are free. ` +
    'Choose fewer vineyards and bookings, or free some space.'
  )
}

/** Returns the free bytes on the disk of the database, or undefined if its folder is unknown or on another machine. */
async function freeBytes(sql: Sql): Promise<number | undefined> {
  try {
    const [{ data_directory }] = await sql<[{ data_directory: string }]>`show data_directory`
    const { bavail, bsize } = await statfs(data_directory)
    return bavail * bsize
  } catch {
    return undefined
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
