import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { largestParty, type Offer } from './offer.ts'
import type { Site } from './site.ts'

export type Visitor = { key: string; guests: number; address: string }

type Told = { status: number; booking_id?: string; failure?: string }

/** What a visitor was told in the end. `status` 0 is no answer: the connection ended, or nothing came in time. */
export type Answer = Visitor & Told & { attempts: number; took_ms: number }

/** How long a visitor waits for an answer, where a test does not say otherwise. */
const usual_patience_ms = 20_000

/** Each crowd comes from addresses of its own: the same ones again and again would be held to their share. */
let crowd = 0

/** Parties of one to four, in turn, each with a key and an address of its own. */
export function makeVisitors(count: number): Visitor[] {
  crowd++
  return Array.from({ length: count }, (_, index) => ({
    key: randomUUID(),
    guests: 1 + (index % largestParty),
    address: `10.${crowd & 255}.${(index >> 8) & 255}.${index & 255}`,
  }))
}

/**
 * Lets all visitors try for the same slot, `at_once` at a time. With `persistent` each asks again by the same key as
 * long as it gets no answer or a 503, `pause_ms` later, as a good client does. `answers` fills up meanwhile; `done` is when all are told.
 */
export function startRush(
  { port }: Pick<Site, 'port'>,
  offer: Offer,
  visitors: Visitor[],
  {
    at_once,
    persistent,
    pause_ms = 50,
    patience_ms = usual_patience_ms,
  }: { at_once: number; persistent: boolean; pause_ms?: number; patience_ms?: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: at_once })
  const answers: Answer[] = []
  const queue = [...visitors]

  const serve = async (visitor: Visitor) => {
    const started = performance.now()
    for (let attempts = 1; ; attempts++) {
      const told = await ask({ port, agent, patience_ms }, offer, visitor)
      const took_ms = performance.now() - started
      const settled = told.status !== 0 && told.status !== 503
      if (settled || !persistent || took_ms > 3 * patience_ms)
        return answers.push({ ...visitor, ...told, attempts, took_ms })
      await sleep(pause_ms)
    }
  }
  const work = async () => {
    for (let visitor = queue.shift(); visitor; visitor = queue.shift()) await serve(visitor)
  }
  const done = Promise.all(Array.from({ length: at_once }, work)).then(() => {
    agent.destroy()
    return answers
  })
  return { answers, done }
}

function ask(
  { port, agent, patience_ms }: { port: number; agent: Agent; patience_ms: number },
  offer: Offer,
  { key, guests, address }: Visitor,
): Promise<Told> {
  const body = JSON.stringify({
    vineyard_id: offer.vineyard_id,
    experience_id: offer.experience_id,
    booking_date: offer.date,
    start_time: '14:30',
    number_of_guests: guests,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    total_price: offer.price_per_person * guests,
  })
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': key,
    // The proxy of this machine is trusted to say where a visitor comes from.
    'X-Forwarded-For': address,
  }
  const { promise, resolve } = Promise.withResolvers<Told>()
  const unanswered = (error: NodeJS.ErrnoException) =>
    resolve({ status: 0, failure: error.code ?? error.message })
  const call = request({ port, host: '127.0.0.1', path: '/api/bookings', method: 'POST', agent, headers })
  call.setTimeout(patience_ms, () => call.destroy(new Error('no answer in time')))
  call.on('error', unanswered)
  call.on('response', (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part) => {
      text += part
    })
    response.on('error', unanswered)
    response.on('end', () => {
      const status = response.statusCode ?? 0
      resolve(status === 201 ? { status, booking_id: (JSON.parse(text) as { id: string }).id } : { status })
    })
  })
  call.end(body)
  return promise
}
