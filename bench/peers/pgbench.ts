import { execFile, execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Sql } from '../../app/platform/database.server.ts'
import { guest, rush, type Tally, type Target } from '../booking/target.ts'

const run = promisify(execFile)

/** Returns the path of pgbench: on PATH, or where Debian installs it. */
export function findPgbench(): string | undefined {
  return ['pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse()].find((program) => {
    try {
      execFileSync(program, ['--version'])
      return true
    } catch {
      return false
    }
  })
}

/** One conditional update of one row: no booking can be faster. */
export function singleRow({ least, most }: { least: number; most: number }): string {
  return (
    `\\set slot random(${least}, ${most})\n` +
    'update raw.slots set booked = booked + 1 where id = :slot and booked + 1 <= capacity;\n'
  )
}

/** The statement that books one party: checks, places, booking, event and email. */
export function wholeBooking({ vineyard_id, experiences, days, start_time, price }: Target): string {
  const list = experiences.map((id) => `'${id}'`).join(', ')
  return (
    `\\set experience random(1, ${experiences.length})\n\\set later random(0, ${days.length - 1})\n` +
    'select problem from create_booking(row(' +
    `gen_random_uuid(), '${vineyard_id}', (array[${list}]::uuid[])[cast(:experience as integer)], null, null, date '${days[0]}' + cast(:later as integer), ` +
    `'${start_time}', 1, ${price}, ${price}, '${guest.guest_name}', '${guest.guest_email}', '${guest.guest_phone}', '', ` +
    "null, gen_random_uuid(), repeat('00', 32), now())::booking_request);\n"
  )
}

/** Runs a script in pgbench and returns the transactions that it counts. */
export async function runPgbench(
  program: string,
  url: string,
  clients: number,
  milliseconds: number,
  text: string,
): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'))
  const script = join(folder, 'take.sql')
  await writeFile(script, text)
  const address = new URL(url)
  // pgbench connects all clients first, which takes most of a second.
  const seconds = Math.max(3, Math.round(milliseconds / 1000))
  try {
    const { stdout } = await run(
      program,
      // biome-ignore format: a command line
      ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', script, address.pathname.slice(1)],
      {
        env: {
          ...process.env,
          PGHOST: decodeURIComponent(address.hostname),
          PGPORT: address.port,
          PGUSER: address.username,
          PGPASSWORD: decodeURIComponent(address.password),
        },
      },
    )
    const processed = /transactions actually processed: (\d+)/.exec(stdout)?.[1]
    if (processed === undefined) throw new Error(`pgbench's output could not be read:\n${stdout}`)
    // pgbench's rate excludes the time to connect. It prints none if no transaction finished.
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0)
    return { done: rate * seconds, failed: 0, elapsed: seconds * 1000 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs the same statement with our driver if there is no pgbench. */
export function runStatement(
  sql: Sql,
  clients: number,
  milliseconds: number,
  slots: { least: number; most: number },
): Promise<Tally> {
  return rush(clients, milliseconds, async () => {
    const slot = slots.least + Math.floor(Math.random() * (slots.most - slots.least + 1))
    const { count } = await sql`
      update raw.slots set booked = booked + 1 where id = ${slot} and booked + 1 <= capacity`
    return count === 1
  })
}
