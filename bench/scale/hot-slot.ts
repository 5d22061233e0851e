import { addDays } from '../../app/platform/days.ts'
import { Connection, requestOf } from '../connection.ts'
import { compareInTurns, isShort, judge, say, table } from '../figures.ts'
import { startProcess } from '../processes.ts'
import { call, makeExperience, planOf, price } from './experience.ts'
import type { Market } from './market.ts'

/** Callers at once; each site has `connections` to the database. */
const callers = 64
export const connections = 10
const rounds = isShort ? 1 : 9
// A slot has 10,000 places: a round must end before the fastest site has sold them.
const milliseconds = isShort ? 300 : 2000

/** Compares how fast the site sells the places of one slot with two other ways to book: the same site, the same SQL. */
export async function compareHotSlot(market: Market, port: number): Promise<void> {
  const { folder, largest, today } = market
  const experience_id = await makeExperience(port, largest)
  const start = { start_time: '14:30', capacity: 10_000, valid_from: today, valid_until: null }
  await call(port, planOf(experience_id, largest, [start]))

  let days = 0
  const sell = (port: number) => () => {
    const booking = {
      vineyard_id: largest.id,
      experience_id,
      booking_date: addDays(today, ++days),
      start_time: '14:30',
      number_of_guests: 1,
      total_price: price,
      guest_name: 'Ada Lovelace',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      special_requests: '',
    }
    return rateOf(port, () => requestOf({ method: 'POST', path: '/api/bookings', body: booking }))
  }
  const open = (way: string) =>
    startProcess('bench/scale/other-site.ts', folder, {
      DATABASE_POOL: String(connections),
      BENCH_BOOKING: way,
    })
  const [single, locked] = [await open('one by one'), await open('locked')]
  try {
    const rates = await compareInTurns(
      { site: sell(port), single: sell(single.port), locked: sell(locked.port) },
      rounds,
    )
    const line = (name: string, rate: number, least: number) => {
      const times = rates.site / rate
      const verdict = judge(`one hot slot, ${name}`, times, { least })
      return [name, rate.toFixed(0), `${times.toFixed(2)} ×`, `${least} ×`, verdict]
    }
    say(
      `\nOne hot slot over HTTP: ${callers} callers, ${connections} connections, medians of ${rounds} rounds in turns.\n` +
        table([
          ['', 'bookings a second', 'the site is', 'aim', ''],
          ['the site', rates.site.toFixed(0), '', '', ''],
          line('one by one', rates.single, 4),
          line('one by one under an advisory lock', rates.locked, 6),
        ]),
    )
  } finally {
    await Promise.all([single.stop(), locked.stop()])
  }
}

/** Returns the bookings per second of all callers together. */
async function rateOf(port: number, request: () => string): Promise<number> {
  const open = await Promise.all(Array.from({ length: callers }, () => Connection.open(port)))
  let booked = 0
  const began = performance.now()
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - began < milliseconds) {
        const { status, body } = await connection.send(request())
        if (status !== 201) throw new Error(`A booking was refused: ${status} ${body.toString()}`)
        booked++
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  for (const connection of open) connection.close()
  return booked / seconds
}
