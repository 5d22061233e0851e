import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'

import { readConfig } from '../../app/platform/config.server.ts'
import { connect, type Sql } from '../../app/platform/database.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openDatabase } from '../../server/database.ts'
import { listen } from '../../server/listen.ts'
import { createWeb } from '../../server/web.ts'

/** What POST /api/bookings asks for: the fields that `place_booking_by_start` takes. */
export type Wish = {
  id: string
  vineyard_id: string
  experience_id: string
  slot_date: string
  start_time: string
  number_of_guests: number
  total_price: number
  guest_name: string
  guest_email: string
  guest_phone: string
  special_requests: string
  idempotency_key: string
  request_hash: string
}

/** What `place_booking_by_start` answers; `booking` where the row came along and need not be read again. */
export type Placed = {
  problem: string | null
  booking_id: string
  remaining?: number | null
  price_per_person?: number | null
  booking?: object | null
}

/**
 * The real site with one thing changed: another way to place a booking. Everything before and behind it is what
 * visitors get, so that two ways can be compared. `at_once` requests are let in together.
 */
export async function serveSite(options: {
  place: (sql: Sql) => (wish: Wish, now: Date) => Promise<Placed>
  prepare?: (sql: Sql) => Promise<unknown>
  at_once?: number
}): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: undefined,
    dataFolder: config.data_folder,
    log: () => {},
  })
  const sql = connect(database.url, { max: config.database_pool })
  await options.prepare?.(sql)

  const web = await createWeb({
    sql: withOtherWay(sql, options.place(sql)),
    now: () => new Date(),
    // The site lets in twice as many as it has connections.
    config: { ...config, database_pool: (options.at_once ?? 2 * config.database_pool) / 2 },
    log: createLog(config.log_level),
  })
  const server = createAdaptorServer({ fetch: web.fetch }) as Server
  await listen(server, config.host, config.port)

  process.once('SIGTERM', async () => {
    await new Promise((done) => server.close(done).closeAllConnections())
    await sql.end({ timeout: 5 })
    await database.close()
    process.exit(0)
  })
}

function withOtherWay(sql: Sql, place: (wish: Wish, now: Date) => Promise<Placed>): Sql {
  const written = new Map<string, object>()
  const instead = async (wish: Wish, now: Date) => {
    const placed = await place(wish, now)
    if (placed.booking) written.set(placed.booking_id, placed.booking)
    return [placed]
  }
  return new Proxy(sql, {
    apply(target, self, words: [TemplateStringsArray, ...unknown[]]) {
      const [strings, first, second] = words
      if (/from place_booking_by_start\(\s*$/.test(strings?.[0] ?? ''))
        return instead((first as { value: Wish }).value, second as Date)
      const known =
        /from bookings b\s[^]*where b\.id = $/.test(strings?.[0] ?? '') && written.get(String(first))
      if (!known) return Reflect.apply(target as never, self, words)
      written.delete(String(first))
      return Promise.resolve([known])
    },
  })
}
