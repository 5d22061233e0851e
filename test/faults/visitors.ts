import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { largestParty, type Offer } from './offer.ts'
import type { Site } from './site.ts'

export type Visitor = { key: string; guests: number; address: string }

type Response = { status: number; booking_id?: string; failure?: string }

/** The last answer to a visitor. `status` is 0 if the connection ended or no answer came in time. */
export type Answer = Visitor & Response & { attempts: number }

const usual_patience_ms = 20_000

// Each group of visitors has its own client addresses, because rate limits count by address.
let group = 0

/** Returns visitors with parties of one to four. Each visitor has an idempotency key and an address. */
export function makeVisitors(count: number): Visitor[] {
  group++
  return Array.from({ length: count }, (_, index) => ({
    key: randomUUID(),
    guests: 1 + (index % largestParty),
    address: `10.${group & 255}.${(index >> 8) & 255}.${index & 255}`,
  }))
}

/**
 * Lets all visitors book the same slot, `at_once` at a time. After a 503 or a lost answer, persistent visitors retry
 * with the same key every `pause_ms`. `answers` gets each visitor's last answer. `done` resolves when every visitor has an
 * answer or has given up.
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
    const giveUpAt = performance.now() + 3 * patience_ms
    for (let attempts = 1; ; attempts++) {
      const response = await book({ port, agent, patience_ms }, offer, visitor)
      const isSettled = response.status !== 0 && response.status !== 503
      if (isSettled || !persistent || performance.now() > giveUpAt)
        return answers.push({ ...visitor, ...response, attempts })
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

function book(
  { port, agent, patience_ms }: { port: number; agent: Agent; patience_ms: number },
  offer: Offer,
  { key, guests, address }: Visitor,
): Promise<Response> {
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
    // The site trusts proxies on this machine, so it believes this address.
    'X-Forwarded-For': address,
  }
  const { promise, resolve } = Promise.withResolvers<Response>()
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
      const { statusCode: status = 0, statusMessage: failure } = response
      resolve(
        status === 201
          ? { status, booking_id: (JSON.parse(text) as { id: string }).id }
          : { status, failure },
      )
    })
  })
  call.end(body)
  return promise
}
