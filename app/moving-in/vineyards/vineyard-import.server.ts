import largeTowns from '../../../basemap/large-towns.json' with { type: 'json' }
import type { AdminActor } from '../../people/sign-in/actor.ts'
import { countySpeller } from '../../catalogue/locations/county.server.ts'
import { gazetteer, townKey } from '../../catalogue/locations/gazetteer.server.ts'
import { readPostcode } from '../../catalogue/locations/postcode.ts'
import { listUnknownOutcodes } from '../../catalogue/locations/postcode.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import type { ImportEntry, ReadList, RefusedRow } from './vineyard-import.ts'
import {
  fillable,
  type Filling,
  type ImportPlan,
  type KnownVineyard,
  type NewVineyard,
  planImport,
} from './vineyard-plan.ts'
import { hash } from 'node:crypto'
import { formatCount } from '../../platform/text/counts.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { FileRefusal } from '../../platform/thread.server.ts'
import { longestImport } from '../lists/columns.ts'
import { countOutcomes } from '../lists/list.server.ts'
import { readSentList } from '../lists/read-list.server.ts'
import { importFields, type ImportProblem, mostRows, outcomes, reasons } from './import-format.ts'
import type { ImportPreview } from './vineyard-import.shapes.ts'

/** The number of vineyards by outcome. `refusals` are rows that repeat a vineyard of an earlier row, or lie abroad. */
type Imported = { loaded: number; filled: number; unchanged: number; refusals: RefusedRow[] }
/** The admin and the time that the audit log records. */
type AuditContext = { by: AdminActor; now: Date }

/**
 * Imports a list. New vineyards become visible and unverified; known vineyards change as `vineyard-plan.ts` says.
 * Must be called inside a transaction. Waits for any other import.
 */
export async function importVineyards(sql: Queryable, entries: ImportEntry[]): Promise<Imported> {
  await lockImports(sql)
  const plan = await planFor(sql, entries)
  const done = await applyPlan(sql, plan, null)
  const unchanged = plan.outcomes.filter(({ outcome }) => outcome === 'unchanged').length
  return { loaded: done.ids.size, filled: done.filled, unchanged, refusals: plan.refusals }
}

/** Waits until other imports have ended, and makes new imports wait until the transaction ends. */
async function lockImports(sql: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('vineyards import'))`
}

async function planFor(sql: Queryable, entries: ImportEntry[]): Promise<ImportPlan> {
  const spell = await countySpeller(sql)
  const abroad = await findAbroad(sql, entries)
  const local = entries.filter(({ line }) => !abroad.some((refusal) => refusal.line === line))
  const spelled = local.map((entry) => ({ ...entry, region: entry.region && spell(entry.region) }))
  const plan = planImport(await knownVineyards(sql), spelled)
  return { ...plan, refusals: [...plan.refusals, ...abroad].toSorted((a, b) => a.line - b.line) }
}

const outcodeOf = ({ postcode }: ImportEntry) => readPostcode(postcode ?? '')?.outcode ?? ''

/** Refuses entries whose postcode or location is not in the United Kingdom. */
async function findAbroad(sql: Queryable, entries: ImportEntry[]): Promise<RefusedRow[]> {
  const named = new Set(entries.map(outcodeOf)).difference(new Set(['']))
  const unknown = await listUnknownOutcodes(sql, [...named])
  return entries.flatMap((entry) => {
    const { line, name, city, region, address } = entry
    const outcode = outcodeOf(entry)
    // English villages are called Egypt or Palestine, so a country counts only after a comma, or as the county.
    const places = { city, region: `, ${region}`, address: outcode === '' ? address : '' }
    const found = (['city', 'region', 'address'] as const).flatMap((field): ImportProblem[] => {
      const [, last] = /,([^,]+)$/.exec(places[field] ?? '') ?? []
      const country = last === undefined ? undefined : countriesAbroad.get(townKey(last))
      return country === undefined ? [] : [reasons.abroad(field, country)]
    })
    if (unknown.has(outcode)) found.push(reasons.outcode(outcode))
    // Without a postcode, county or position, only the town says where the vineyard is.
    const isAlone = found.length === 0 && outcode === '' && region === null && entry.latitude === null
    if (isAlone && city !== null && isTownAbroad(city)) found.push(reasons.townAbroad(city))
    return found.length === 0 ? [] : [{ line, name, reasons: found }]
  })
}

/** Returns whether a name is that of a large town abroad, and of no town, village or suburb of the United Kingdom. */
function isTownAbroad(name: string): boolean {
  return townsAbroad.has(townKey(name)) && gazetteer().find(name).length === 0
}

// Large towns around the United Kingdom, and the large towns of the world after which time zones are named.
const townsAbroad = new Set(
  [
    ...largeTowns.map(([name]) => String(name)),
    ...Intl.supportedValuesOf('timeZone').map((zone) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''),
  ].map(townKey),
)

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** The names of all countries except the United Kingdom, by their names in a form for comparison. */
const countriesAbroad = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((code) => countryNames.of(code))
    .concat('Republic of Ireland', 'Channel Islands', 'USA')
    .filter((name) => name !== undefined && name !== 'United Kingdom')
    .map((name = '') => [townKey(name), name]),
)

/** Carries out a plan. Returns the ids of the new vineyards by key. */
async function applyPlan(
  sql: Queryable,
  plan: ImportPlan,
  audit: AuditContext | null,
): Promise<{ ids: Map<string, string>; filled: number }> {
  const made = await insertVineyards(sql, plan.inserts, audit)
  const filled = await fillVineyards(sql, plan.fillings, audit)
  return { ids: new Map(made.map(({ id, source_key }) => [source_key, id])), filled }
}

/** Returns SQL that records the rows of `changed` in the audit log. */
function auditEntry(sql: Queryable, audit: AuditContext | null) {
  if (audit === null) return sql`null`
  const { by, now } = audit
  return sql`note_audit(${by.actor}, ${by.actor_id}, 'vineyard', changed.id, changed.id, changed.before, changed.after, ${now})::text`
}

/** Returns a list of columns as a fragment, because postgres.js interprets names by the keyword before them. */
const columnList = (sql: Queryable, columns: readonly string[]) => sql`${sql([...columns])}`

/** Returns all vineyards except demonstration estates, whose names real vineyards may share. */
async function knownVineyards(sql: Queryable): Promise<KnownVineyard[]> {
  return sql<KnownVineyard[]>`
    select
      id, name, source_key, ${columnList(sql, fillable)},
      source_key is not null and not is_verified and updated_at = created_at as untouched
    from vineyards
    where not is_demo
    order by created_at, id`
}

async function insertVineyards(sql: Queryable, rows: NewVineyard[], audit: AuditContext | null) {
  const columns = columnList(sql, [...importFields, 'source_key'])
  return sql<{ id: string; source_key: string }[]>`
    with changed as (
      insert into vineyards (${columns}, is_visible, is_verified)
      select ${columns}, true, false
      from jsonb_populate_recordset(null::vineyards, ${JSON.stringify(rows)}::text::jsonb)
      on conflict (source_key) do nothing
      returning id, source_key, null::jsonb as before, to_jsonb(vineyards) as after
    )
    select changed.id, changed.source_key, ${auditEntry(sql, audit)} as noted from changed`
}

// Fills empty fields of vineyards. Checks the condition of `untouched` again, because a row may have changed since it
// was read.
async function fillVineyards(sql: Queryable, rows: Filling[], audit: AuditContext | null): Promise<number> {
  const columns = columnList(sql, fillable)
  const result = await sql`
    with changed as (
      update vineyards v set (${columns}) = (select ${columns} from jsonb_populate_record(v, r.fills))
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, fills jsonb)
      where v.id = r.id and not v.is_verified and v.updated_at = v.created_at
      returning v.id, to_jsonb(old) as before, to_jsonb(new) as after
    )
    select ${auditEntry(sql, audit)} as noted from changed`
  return result.count
}

const problems = {
  large: 'That file is larger than 2 MB. Please split it.',
  long: `That list has more than ${formatCount(mostRows)} rows. Please split it.`,
  changed: 'The vineyards have changed since this preview. Please check it again.',
}
export type ImportRefusal = FileRefusal | { kind: 'changed'; message: string }

type UploadedList = { name: string; bytes: Uint8Array }

/** Returns the outcome that an import would have for each row. Writes nothing. */
export async function previewImport(sql: Queryable, file: UploadedList) {
  const list = await readUpload(file)
  if (!list.ok) return list
  return ok(previewOf(list.value, await planFor(sql, list.value.entries)))
}

/**
 * Imports all valid rows or none. If the `plan` of a preview is given, refuses the import when its outcome would now differ
 * from the preview.
 */
export async function importList(
  sql: Sql,
  file: UploadedList,
  { by, plan: expected }: { by: AdminActor; plan: string | null },
  now: Date,
): Promise<Result<ImportPreview, ImportRefusal>> {
  const list = await readUpload(file)
  if (!list.ok) return list
  return inTransaction(sql, async (transaction) => {
    await lockImports(transaction)
    const plan = await planFor(transaction, list.value.entries)
    const preview = previewOf(list.value, plan)
    if (expected !== null && expected !== preview.plan)
      return refused({ kind: 'changed', message: problems.changed } as const)
    const { ids } = await applyPlan(transaction, plan, { by, now })
    const keys = new Map(plan.outcomes.map(({ line, source_key }) => [line, source_key]))
    const rows = preview.rows.map((row) => ({
      ...row,
      vineyard_id: row.vineyard_id ?? ids.get(keys.get(row.line) ?? '') ?? null,
    }))
    return ok({ ...preview, rows })
  })
}

async function readUpload({ name, bytes }: UploadedList): Promise<Result<ReadList, ImportRefusal>> {
  if (bytes.length > longestImport.bytes) return refused({ kind: 'unreadable', message: problems.large })
  const list = await readSentList('vineyards', { bytes }, `import of ${name}`)
  if (!list.ok) return list
  const { entries, refusals } = list.value
  return entries.length + refusals.length > mostRows
    ? refused({ kind: 'unreadable', message: problems.long })
    : list
}

function previewOf({ refusals, ignored }: ReadList, plan: ImportPlan): ImportPreview {
  const rows: ImportPreview['rows'] = [
    ...plan.outcomes.map(({ source_key: _key, ...row }) => ({ ...row, reasons: [] })),
    ...[...refusals, ...plan.refusals].map((row) => ({
      ...row,
      outcome: 'refused' as const,
      vineyard_id: null,
      fills: [],
    })),
  ].toSorted((a, b) => a.line - b.line)
  const planHash = hash('sha256', JSON.stringify([plan.inserts, plan.fillings, rows]), 'base64url')
  return { rows, counts: countOutcomes(outcomes, rows), ignored, plan: planHash }
}
