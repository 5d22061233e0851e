import type { Sql } from '../../app/platform/database.server.ts'
import { addDays, type Day } from '../../app/platform/days.ts'
import { Lane } from './lane.ts'
import { median } from './table.ts'

/** `before` calls warm up; the others count. */
export type Turns = { before: number; counted: number }

/** A process that has just started, and one whose code V8 has optimised. */
export const atFirst: Turns = { before: 300, counted: 600 }
export const settled: Turns = { before: 20_000, counted: 3000 }

/** Returns the number of slots, outside the measured time. */
type Count = () => number

/** The parameters of the RPC, as its caller sends them. */
export type Span = { p_experience_id: string; p_start_date: Day; p_end_date: Day }

/** Milliseconds. `bare` runs the site's SQL directly, `server` is a server without checks and headers. */
export type Months = { http: number; server: number; bare: number }

/**
 * Returns the median times for the slots of 31 days over HTTP, from a bare server, and directly from the database. The
 * order rotates, because the first one reads rows that the others then find cached.
 */
export async function compareMonths(
  sql: Sql,
  ports: { http: number; server: number },
  { before, counted }: Turns,
): Promise<Months> {
  const [{ today }] = await sql<[{ today: string }]>`select london_today(now()) as today`
  const experiences = await sql<{ id: string }[]>`
    select e.id from experiences e join vineyards v on v.id = e.vineyard_id and v.is_demo order by e.id limit 3000`
  const lanes = { http: await Lane.open(ports.http), server: await Lane.open(ports.server) }
  const ways: [keyof Months, (span: Span) => Promise<Count>][] = [
    ['http', (span) => ask(lanes.http, span)],
    ['server', (span) => ask(lanes.server, span)],
    ['bare', (span) => read(sql, span)],
  ]
  const took: Record<keyof Months, number[]> = { http: [], server: [], bare: [] }
  for (let turn = 0; turn < before + counted; turn++) {
    const p_start_date = addDays(today, (turn * 7) % 300)
    const span = {
      p_experience_id: experiences[turn % experiences.length]?.id ?? '',
      p_start_date,
      p_end_date: addDays(p_start_date, 30),
    }
    const slots = new Set<number>()
    for (const [name, way] of inTurn(ways, turn)) {
      const began = performance.now()
      const count = await way(span)
      if (turn >= before) took[name].push(performance.now() - began)
      slots.add(count())
    }
    if (slots.size > 1) throw new Error(`One counts ${[...slots].join(' slots, another ')}`)
  }
  lanes.http.close()
  lanes.server.close()
  return { http: median(took.http), server: median(took.server), bare: median(took.bare) }
}

async function ask(lane: Lane, span: Span): Promise<Count> {
  const answer = await lane.post(
    '/api/rpc/generate_availability_from_patterns',
    'application/json',
    JSON.stringify(span),
  )
  if (answer.status !== 200) throw new Error(`The slots were refused: ${answer.status} ${answer.body}`)
  return () => (JSON.parse(answer.body) as unknown[]).length
}

async function read(sql: Sql, span: Span): Promise<Count> {
  const rows = await readMonth(sql, span)
  return () => rows.length
}

/** The SQL that the site runs for such a call. */
export function readMonth(sql: Sql, { p_experience_id, p_start_date, p_end_date }: Span) {
  return sql`
    select * from generate_availability_from_patterns(${p_experience_id}, ${p_start_date}, ${p_end_date}, ${new Date()})`
}

/** All six orders, equally often, so that each contestant follows each other one. */
function inTurn<Way>(ways: Way[], turn: number): Way[] {
  const first = turn % ways.length
  const order = [...ways.slice(first), ...ways.slice(0, first)]
  return turn % 2 === 0 ? order : order.toReversed()
}
