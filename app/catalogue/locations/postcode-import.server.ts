import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql, Transaction } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { PostcodeRow } from './postcode-file.server.ts'
import type { PostcodeList } from './postcode.server.ts'

/** A problem of a row, or of the whole file if `line` is 0. */
type RowProblem = { file: number; line: number; problem: string }

/** The counts of a finished import. */
export type Imported = Record<'postcodes' | 'outcodes' | 'unplaced' | 'changed' | 'removed', number>
/** The reason why an import was refused: the number of invalid rows, and the first problems. */
export type Refused = { problems: RowProblem[]; wrong: number }

const mostProblems = 20
const rowsBetweenReports = 200_000
/** How many rows are sent to the database at a time. */
const batchSize = 1000

/**
 * Replaces the loaded list in one transaction, or writes nothing if any row is invalid. Writes only rows that differ, so
 * that importing the same list again changes nothing.
 */
export async function replacePostcodes(
  sql: Sql,
  rows: AsyncIterable<PostcodeRow>,
  list: Omit<PostcodeList, 'kind'>,
  now: Date,
  report: (line: string) => void,
): Promise<Result<Imported, Refused>> {
  return sql.begin(async (transaction) => {
    // Makes concurrent imports wait for each other without blocking readers.
    await transaction`lock table postcode_list in exclusive mode`
    await transaction`
      create temp table incoming (
        code text collate "C", latitude real, longitude real, file integer, line integer
      ) on commit drop`
    const tally = new Tally(report)
    await pipeline(Readable.from(tally.linesOf(rows)), await transaction`copy incoming from stdin`.writable())
    if (tally.wrong === 0) tally.add(...(await contradictions(transaction)))
    if (tally.wrong === 0 && tally.placed === 0)
      tally.add({ file: 0, line: 0, problem: 'no row has a postcode with a position' })
    if (tally.wrong > 0) return refused({ problems: tally.problems, wrong: tally.wrong })

    const written = await replace(transaction)
    const kind = tally.kinds.has('code_point_open') ? 'code_point_open' : 'positions'
    await transaction`
      insert into postcode_list ${transaction({ ...list, kind, loaded_at: now })}
      on conflict (only_one) do update
      set name = excluded.name, kind = excluded.kind, year = excluded.year, loaded_at = excluded.loaded_at`
    return ok({ ...written, unplaced: tally.unplaced })
  })
}

/** Counts the rows that are sent to the database, and collects the problems of rows. */
class Tally {
  placed = 0
  unplaced = 0
  wrong = 0
  readonly problems: RowProblem[] = []
  readonly kinds = new Set<string>()
  readonly #report: (line: string) => void

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  add(...problems: RowProblem[]) {
    this.wrong += problems.length
    this.problems.push(...problems.slice(0, mostProblems - this.problems.length))
  }

  /** Streams the rows in the text format of COPY, in batches. */
  async *linesOf(rows: AsyncIterable<PostcodeRow>): AsyncGenerator<string> {
    let lines: string[] = []
    for await (const row of rows) {
      if (row.kind === 'problem') {
        this.add({ file: row.file, line: row.line, problem: row.problem })
        continue
      }
      this.kinds.add(row.kind)
      if (row.point === 'unplaced') {
        this.unplaced++
        continue
      }
      const { code, latitude, longitude } = row.point
      if (++this.placed % rowsBetweenReports === 0)
        this.#report(`  ${this.placed.toLocaleString('en-GB')} rows read`)
      lines.push(`${code}\t${latitude}\t${longitude}\t${row.file}\t${row.line}\n`)
      if (lines.length < batchSize) continue
      yield lines.join('')
      lines = []
    }
    yield lines.join('')
  }
}

/** Returns a problem for each code that occurs twice with different positions. */
async function contradictions(sql: Transaction): Promise<RowProblem[]> {
  const rows = await sql<{ code: string; file: number; line: number; first_line: number }[]>`
    select code, file, line, first_line
    from (
      select code, file, line, latitude, longitude,
        first_value(line) over first as first_line,
        first_value(latitude) over first as first_latitude,
        first_value(longitude) over first as first_longitude
      from incoming
      window first as (partition by code order by file, line)
    ) as listed
    where (latitude, longitude) is distinct from (first_latitude, first_longitude)
    order by file, line
    limit ${mostProblems}`
  return rows.map(({ code, file, line, first_line }) => ({
    file,
    line,
    problem: `${code} has another position on line ${first_line} of this or an earlier file`,
  }))
}

async function replace(sql: Transaction): Promise<Omit<Imported, 'unplaced'>> {
  // An outcode without a position of its own gets the mean position of its postcodes.
  await sql`
    insert into incoming (code, latitude, longitude)
    select left(code, -3), avg(latitude), avg(longitude)
    from (select distinct code, latitude, longitude from incoming where length(code) > 4) as whole
    where not exists (select from incoming i where i.code = left(whole.code, -3))
    group by left(code, -3)`
  await sql`create index on incoming (code)`
  await sql`analyze incoming`
  const removed = await sql`
    delete from postcodes p where not exists (select from incoming i where i.code = p.code)`
  const changed = await sql`
    insert into postcodes (code, latitude, longitude)
    select distinct code, latitude, longitude from incoming
    on conflict (code) do update
    set latitude = excluded.latitude, longitude = excluded.longitude
    where (postcodes.latitude, postcodes.longitude) is distinct from (excluded.latitude, excluded.longitude)`
  const [{ postcodes, outcodes }] = await sql<[{ postcodes: number; outcodes: number }]>`
    select
      count(*) filter (where length(code) > 4) as postcodes,
      count(*) filter (where length(code) <= 4) as outcodes
    from postcodes`
  return { postcodes, outcodes, removed: removed.count, changed: changed.count }
}
