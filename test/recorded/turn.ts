import { addDays, dayAt } from '../market-time.ts'
import type { Market } from './market.ts'
import type { Answer } from './site.ts'

/** What one operation did: what was asked of the site, and the answer. */
export type Outcome = { what: string; asked: unknown; status: number; body: unknown }

export type Slot = {
  id: string
  experience: Market['experiences'][number]
  day: string
  start_time: string
}
type Who = keyof Market['tokens'] | 'visitor'

const minute = 60_000

/** One operation on a market: it asks the site and notes the answers. */
export class Turn {
  readonly market: Market
  readonly outcomes: Outcome[] = []

  constructor(market: Market) {
    this.market = market
  }

  get draw() {
    return this.market.draw
  }

  /** Notes something that happened without a request. */
  note(what: string, asked: unknown, body: unknown = null, status = 0): void {
    this.outcomes.push({ what, asked, status, body: brief(body) })
  }

  async call(what: string, who: Who, method: string, path: string, body?: unknown): Promise<Answer> {
    const { site, tokens } = this.market
    const token = who === 'visitor' ? undefined : tokens[who]
    const answer = await site.ask(method, path, body, token)
    this.note(what, { who, path, ...(body !== undefined && { body }) }, answer.body, answer.status)
    return answer
  }

  /** Staff's request. One in four is the owner's of the first vineyard, who reaches no other. */
  staff(what: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(what, this.draw.percent(25) ? 'owner' : 'admin', method, path, body)
  }

  pass(milliseconds: number): void {
    const { site } = this.market
    site.now = new Date(site.now.getTime() + milliseconds)
  }

  passMinutes(minutes: number): void {
    this.pass(minutes * minute)
  }

  /** A day around the window. */
  day(): string {
    return addDays(this.market.window, this.draw.whole(-2, 6))
  }

  /** A visit that was booked; most of the time one of the latest. */
  visit(): Market['visits'][number] & { id: string } {
    const { visits } = this.market
    const recent = this.draw.percent(60) ? visits.slice(-6) : visits
    const booked = this.draw.one(recent.filter(({ id }) => id !== null))
    return (booked ?? notFound(this.market)) as ReturnType<Turn['visit']>
  }

  /** A slot as visitors find it, one of the first few so that parties compete; else any start, also closed or skipped. */
  async slot(
    experience = this.draw.percent(75)
      ? this.draw.one(this.market.experiences.slice(0, 3))
      : this.draw.one(this.market.experiences),
    known = this.draw.percent(75),
  ): Promise<Slot> {
    const { market, draw } = this
    if (!experience) throw new Error('The market has no experiences.')
    const items = known ? await this.slots(experience) : []
    const found = draw.one(items.slice(0, 5))
    if (found) return found
    const own = market.patterns.filter((pattern) => pattern.experience === experience)
    const pattern = draw.one(own) ?? draw.one(market.patterns)
    const day = this.day()
    return {
      id: `${pattern?.id}-${day}`,
      experience: pattern?.experience ?? experience,
      day,
      start_time: pattern?.start_time ?? '01:30',
    }
  }

  /** A start of today, which may be past, full or closed. */
  async slotOfToday(): Promise<Slot> {
    const { market, draw } = this
    if (draw.percent(10)) return this.slot()
    const [day, vineyard_id] = [
      dayAt(market.site.now.getTime()),
      draw.one(market.vineyards.slice(0, 2)) ?? '',
    ]
    const path = `/api/sessions?${new URLSearchParams({ vineyard_id, from: day })}`
    const { body } = await market.site.ask('GET', path, undefined, market.tokens.admin)
    type Session = { id: string | null; experience_id: string; start_time: string }
    const session = draw.one<Session>(body.items.filter(({ id }: Session) => id !== null))
    const experience = market.experiences.find(({ id }) => id === session?.experience_id)
    if (!session?.id || !experience) return this.slot()
    return { id: session.id, experience, day, start_time: session.start_time }
  }

  /** The slots that visitors find until the end of the window, by time. */
  async slots(experience: Slot['experience']): Promise<(Slot & { starts_at: string; remaining: number })[]> {
    const { site, window } = this.market
    const from = [dayAt(site.now.getTime()), addDays(window, -2)].toSorted()[1] ?? ''
    const until = [from, addDays(window, 8)].toSorted()[1] ?? ''
    const span = new URLSearchParams({ experience_id: experience.id, from, until, sort: 'starts_at' })
    const { body } = await site.ask('GET', `/api/slots?${span}`)
    type Row = { id: string; slot_date: string; start_time: string; starts_at: string; remaining: number }
    return body.items.map(({ id, slot_date: day, start_time, starts_at, remaining }: Row) => ({
      id,
      experience,
      day,
      start_time,
      starts_at,
      remaining,
    }))
  }
}

/** The id to use while no booking exists. */
function notFound({ experiences }: Market) {
  const id = '99999999-9999-4999-8999-999999999999'
  return { id, reference: null, experience: experiences[0], email: '' }
}

/** An answer without the texts of pages, and without the experience inside a booking. */
function brief(body: unknown): unknown {
  if (typeof body === 'string') return null
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const { experience: _, ...rest } = body as Record<string, unknown>
  return rest
}
