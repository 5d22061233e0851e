import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../../test/database.ts'
import { redactAudit } from './audit.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

type Fields = Record<string, string | number | null>

async function note(noun: string, before: Fields | null, after: Fields | null) {
  const noun_id = randomUUID()
  await sql`select note_audit('admin', ${randomUUID()}, ${noun}, ${noun_id}, null, ${json(before)}, ${json(after)}, ${now})`
  return { noun_id, entries: await sql`select * from audit_trail where noun_id = ${noun_id}` }
}

const json = (fields: Fields | null) => (fields === null ? null : sql.json(fields))

test('a change is kept as what differs, before and after', async () => {
  const { entries } = await note(
    'experience',
    { title: 'Tour', type: 'a' },
    { title: 'Grand tour', type: 'a' },
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ before: { title: 'Tour' }, after: { title: 'Grand tour' }, erased: [] })
})

test('what comes into being has no before, what goes has no after, and no change is no event', async () => {
  expect((await note('experience', null, { title: 'Tour' })).entries[0]).toMatchObject({
    before: null,
    after: { title: 'Tour' },
  })
  expect((await note('experience', { title: 'Tour' }, null)).entries[0]).toMatchObject({
    before: { title: 'Tour' },
    after: null,
  })
  expect((await note('experience', { title: 'Tour' }, { title: 'Tour' })).entries).toEqual([])
})

test('a password is never kept, not even its hash', async () => {
  const { entries, noun_id } = await note('winemaker', { password_hash: 'old' }, { password_hash: 'new' })
  expect(entries).toEqual([])
  expect(await sql`select from audit_events where noun_id = ${noun_id}`).toHaveLength(0)
})

test('what it says of people stands apart, is read together, and is forgotten by mail address', async () => {
  const ada = { name: 'Ada Vine', email: 'Ada@Example.com', is_active: 'yes' }
  const { noun_id, entries } = await note('winemaker', ada, { ...ada, name: 'Ada Hill', is_active: 'no' })
  expect(entries[0]).toMatchObject({
    before: { name: 'Ada Vine', is_active: 'yes' },
    after: { name: 'Ada Hill', is_active: 'no' },
  })
  const kept = await sql`select before::text, after::text from audit_events where noun_id = ${noun_id}`
  expect(JSON.stringify(kept)).not.toMatch(/ada|hill/i)

  expect(await redactAudit(sql, 'ada@example.COM', now)).toBe(1)
  expect(await redactAudit(sql, 'ada@example.com', now)).toBe(0)
  const [entry] = await sql`select * from audit_trail where noun_id = ${noun_id}`
  expect(entry).toMatchObject({ before: { is_active: 'yes' }, after: { is_active: 'no' }, erased: ['name'] })
})

test('someone whose address changed is found by the old one and by the new', async () => {
  for (const asked of ['old@example.com', 'new@example.com']) {
    await note('winemaker', { email: 'old@example.com' }, { email: 'new@example.com' })
    expect(await redactAudit(sql, asked, now)).toBe(1)
  }
})

test('nobody changes the audit, removes from it, or writes another value where one may be forgotten', async () => {
  await note('winemaker', null, { name: 'Ada', email: 'ada@example.com' })
  for (const forbidden of [
    `update audit_events set actor = 'system'`,
    `delete from audit_events`,
    `truncate audit_events cascade`,
    `update audit_personal set after = '"Eve"'`,
    `delete from audit_personal`,
    `truncate audit_personal`,
  ])
    await expect(sql.unsafe(forbidden), forbidden).rejects.toThrow('append-only')
  const forged = sql.begin(async (sql) => {
    await sql`set local audit.redacting = 'yes'`
    await sql`update audit_personal set after = '"Eve"', erased_at = now()`
  })
  await expect(forged).rejects.toThrow('erased_is_empty')
})
