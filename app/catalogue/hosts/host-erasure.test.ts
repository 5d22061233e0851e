import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book } from '../../../test/book.ts'
import { makeExperience, makePattern, makeWinemaker, signedIn } from '../../../test/make.ts'
import { columnsWithWords } from '../../../test/personal-columns.ts'
import { findColumnsContaining } from '../../../test/text-columns.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { eraseOldData } from '../../staff/personal-data/retention.server.ts'

const app = await startApp()
const { sql, visit } = app
const winemaker = await makeWinemaker(sql)
const { vineyard_id } = winemaker
const day = '2026-06-06'
const early = new Date('2026-06-01T09:00:00Z')
const late = new Date('2026-06-07T09:00:00Z')

async function ask(method: string, path: string, body?: object) {
  const headers = { ...signedIn(winemaker), 'Content-Type': 'application/json', 'If-Match': '*' }
  const response = await visit(`/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: response.status === 204 ? null : await response.json() }
}

const add = async (name: string, fields: object = {}) =>
  (await ask('POST', '/hosts', { vineyard_id, kind: 'person', capacity: 10, name, ...fields })).json
    .id as string

/** Makes an experience whose usual host is `host_id`, and gives the experience's session on `day` to `guide`. */
async function makeGuided(host_id: string | null, guide: string) {
  const experience = await makeExperience(sql, { vineyard_id, host_id })
  const pattern = await makePattern(sql, { experience_id: experience.id, start_time: '11:00' })
  const slot = `${pattern.id}-${day}`
  const give = (id: string | null) =>
    ask('PUT', '/sessions/host', { experience_id: experience.id, slot, host_id: id })
  expect((await give(guide)).status).toBe(204)
  return { experience, pattern, give }
}

const audit = (noun: string, id: string) => sql`
  select before, after, erased from audit_trail
  where noun = ${noun} and (noun_id = ${id} or noun_id in (select id from slots where pattern_id = ${id})) order by id`

// Negative control: this test fails if the deletion does not erase the audit entries with the host's id.
test('deleting a host erases its names and words from the audit log, which still says what changed', async () => {
  app.now = early
  const id = await add('Zqrosalind', { introduction: 'Zqpours without hurry.' })
  const other = await add('Bertram')
  await ask('PATCH', `/hosts/${id}`, { name: 'Zqruth', capacity: 12 })
  const { pattern, give } = await makeGuided(null, id)
  await give(other)
  expect(await audit('host', id)).toMatchObject([
    { before: null, after: { name: 'Zqrosalind', introduction: 'Zqpours without hurry.' } },
    { before: { name: 'Zqrosalind', capacity: 10 }, after: { name: 'Zqruth', capacity: 12 } },
  ])
  expect((await audit('session', pattern.id)).map(({ before, after }) => [before.host, after.host])).toEqual([
    [null, 'Zqruth'],
    ['Zqruth', 'Bertram'],
  ])

  expect((await ask('DELETE', `/hosts/${id}`)).status).toBe(204)
  expect(await findColumnsContaining(sql, 'Zqrosalind')).toEqual([])
  expect(await findColumnsContaining(sql, 'Zqruth')).toEqual([])
  expect(await findColumnsContaining(sql, 'Zqpours')).toEqual([])
  expect(await audit('host', id)).toMatchObject([
    { before: null, after: { kind: 'person' }, erased: ['introduction', 'name'] },
    { before: { capacity: 10 }, after: { capacity: 12 }, erased: ['name'] },
    { after: null, erased: ['introduction', 'name'] },
  ])
  expect((await audit('session', pattern.id)).map(({ erased }) => erased)).toEqual([['host'], ['host']])
  // The other host is still named in its own entries.
  expect(await audit('host', other)).toMatchObject([{ after: { name: 'Bertram' }, erased: [] }])
})

test('staff can delete a host who guided only past sessions, but not the host of a future session', async () => {
  app.now = early
  const [usual, guide] = [await add('Zqusual'), await add('Zqguide')]
  const own = await makeGuided(usual, guide)
  const shared = await makeExperience(sql, { vineyard_id, host_id: usual })
  const pattern = await makePattern(sql, { experience_id: shared.id, start_time: '11:00' })
  await book(sql, own.experience, { pattern_id: own.pattern.id, slot_date: day }, 8, early)
  await book(sql, shared, { pattern_id: pattern.id, slot_date: day }, 8, early)

  const refused = await ask('DELETE', `/hosts/${guide}`)
  expect([refused.status, refused.json.title]).toEqual([
    409,
    'Experiences or coming sessions use this host. Give them another host first.',
  ])
  app.now = late
  expect((await ask('DELETE', `/hosts/${guide}`)).status).toBe(204)
  expect(await findColumnsContaining(sql, 'Zqguide')).toEqual([])
  // The guests of both sessions now count towards the sessions' usual host: 16 guests for 10 places.
  expect(await findInconsistencies(sql, late)).toEqual([])
})

test('the texts of a host are stored only in the host’s own row and in the erasable part of the audit log', async () => {
  app.now = early
  await add('Zqeverywhere', { introduction: 'Zqeverywhere' })
  const ofHosts = Object.entries(columnsWithWords).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, whose]) => (whose === 'of_host' ? [`${table}.${column}`] : [])),
  )
  expect((await findColumnsContaining(sql, 'Zqeverywhere')).toSorted()).toEqual(
    [...ofHosts, 'audit_personal.after'].toSorted(),
  )
})

test('a migration moves names in old audit entries to the erasable part, and erases the names of deleted hosts', async () => {
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Zqstays', capacity: 4 })} returning id`
  const stored = (noun: string, noun_id: string, before: object | null, after: object | null) => sql`
    insert into audit_events (actor, actor_id, noun, noun_id, vineyard_id, before, after, happened_at)
    values ('admin', ${randomUUID()}, ${noun}, ${noun_id}, ${vineyard_id}, ${before && sql.json(before as never)}, ${after && sql.json(after as never)}, ${early})`
  await stored('host', host.id, null, { name: 'Zqformer', capacity: 4 })
  await stored('host', host.id, { name: 'Zqformer' }, { name: 'Zqstays' })
  const [session, gone] = [randomUUID(), randomUUID()]
  await stored('session', session, { host: 'Zqformer' }, { host: null, session: 'Walk' })
  await stored('session', session, { start: '11:00' }, { start: '12:00', title: 'Walk' })
  await stored('host', gone, { name: 'Zqgone', capacity: 2 }, null)
  const [migration = ''] = globSync('db/migrations/*_host_names_in_audit.sql')
  await sql.unsafe(readFileSync(migration, 'utf8'))

  const trail = await sql`
    select before, after, erased from audit_trail where noun_id in ${sql([host.id, session, gone])} order by id`
  expect([...trail]).toEqual([
    { before: null, after: { name: 'Zqformer', capacity: 4 }, erased: [] },
    { before: { name: 'Zqformer' }, after: { name: 'Zqstays' }, erased: [] },
    { before: { host: 'Zqformer' }, after: { host: null, session: 'Walk' }, erased: [] },
    { before: { start: '11:00' }, after: { start: '12:00', title: 'Walk' }, erased: [] },
    { before: { capacity: 2 }, after: null, erased: ['name'] },
  ])
  expect(await findColumnsContaining(sql, 'Zqgone')).toEqual([])
  expect((await ask('DELETE', `/hosts/${host.id}`)).status).toBe(204)
  expect(await findColumnsContaining(sql, 'Zqformer')).toEqual([])
  expect(await findColumnsContaining(sql, 'Zqstays')).toEqual([])
  await expect(sql`update audit_events set noun = 'x'`).rejects.toThrow('append-only')
})

// This test comes last, because the sign-in that all tests share expires before the dates of this test.
test('an earlier name of a host is erased from the audit log after the retention period for names', async () => {
  app.now = early
  const id = await add('Zqearlier')
  await ask('PATCH', `/hosts/${id}`, { name: 'Zqlater' })
  const retention = { keep_names_months: 24, keep_mails_days: 365 }
  await eraseOldData(sql, retention, new Date('2028-05-31T09:00:00Z'))
  expect(await findColumnsContaining(sql, 'Zqearlier')).not.toEqual([])
  await eraseOldData(sql, retention, new Date('2028-06-01T09:00:00Z'))
  expect(await findColumnsContaining(sql, 'Zqearlier')).toEqual([])
  expect(await findColumnsContaining(sql, 'Zqlater')).toEqual(['hosts.name'])
})
