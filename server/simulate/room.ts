import { statfs } from 'node:fs/promises'

import type { Sql } from '../../app/platform/database.server.ts'

/** What a row takes with its indexes, its events and mails, and the log written on the way; measured, and half again. */
const bytesOfVineyard = 7_000
const bytesOfBooking = 3_800
const bytesOfLog = 2_000_000_000

/** A sentence where the disk of the database is too small for the market; undefined where it is large enough. */
export async function tooLittleRoom(
  sql: Sql,
  { vineyards, bookings }: { vineyards: number; bookings: number },
): Promise<string | undefined> {
  const rows = vineyards * bytesOfVineyard + bookings * bytesOfBooking
  const needed = rows + Math.min(rows, bytesOfLog)
  const free = await freeBytes(sql)
  if (free === undefined || free >= needed) return undefined
  return (
    `This market needs about ${gigabytes(needed)} on the disk of the database, and ${gigabytes(free)} are free. ` +
    'Ask for fewer vineyards and bookings, or make room.'
  )
}

/** Undefined where the database runs on another machine, or does not say where. */
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
