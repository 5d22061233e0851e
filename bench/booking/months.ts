import type { Sql } from '../../app/platform/database.server.ts'
import { addDays } from '../../app/platform/days.ts'
import { Lane } from './lane.ts'
import { median } from './table.ts'

/** Turns of both before any counts: neither is asked for its first time by a visitor. */
const warmUp = 300

/** Milliseconds for the slots of 31 days, asked over HTTP and straight from the database, one after the other: medians. */
export async function compareMonths(
  sql: Sql,
  port: number,
  times: number,
): Promise<{ http: number; bare: number }> {
  const [{ today }] = await sql<[{ today: string }]>`select london_today(now()) as today`
  const experiences = await sql<{ id: string }[]>`
    select e.id from experiences e join vineyards v on v.id = e.vineyard_id and v.is_demo order by e.id limit 3000`
  const lane = await Lane.open(port)
  const [over, bare]: [number[], number[]] = [[], []]
  for (let n = -warmUp; n < times; n++) {
    const p_experience_id = experiences[(n + warmUp) % experiences.length]?.id ?? ''
    const p_start_date = addDays(today, ((n + warmUp) * 7) % 300)
    const p_end_date = addDays(p_start_date, 30)

    const asked = performance.now()
    const body = JSON.stringify({ p_experience_id, p_start_date, p_end_date })
    const answer = await lane.post('/api/rpc/generate_availability_from_patterns', 'application/json', body)
    const answered = performance.now()
    const rows = await sql`
      select * from generate_availability_from_patterns(${p_experience_id}, ${p_start_date}, ${p_end_date}, ${new Date()})`
    const read = performance.now()

    if (answer.status !== 200) throw new Error(`The slots were refused: ${answer.status} ${answer.body}`)
    const got = (JSON.parse(answer.body) as unknown[]).length
    if (got !== rows.length) throw new Error(`${got} slots over HTTP, ${rows.length} in the database`)
    if (n < 0) continue
    over.push(answered - asked)
    bare.push(read - answered)
  }
  lane.close()
  return { http: median(over), bare: median(bare) }
}
