import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import { listTemplate } from './import-format.ts'
import type { ImportPreview } from './vineyard-import.shapes.ts'

const { sql, visit } = await startApp()
const admin = await makeAdmin(sql)

const base64 = (content: string | Uint8Array) =>
  (typeof content === 'string' ? new TextEncoder().encode(content) : content).toBase64()

async function send(
  path: '' | '/preview',
  content: string,
  more: object = {},
  caller: { token: string } = admin,
) {
  const response = await visit(`/api/vineyard_imports${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signedIn(caller) },
    body: JSON.stringify({ name: 'list.csv', content: base64(content), ...more }),
  })
  return { status: response.status, body: (await response.json()) as ImportPreview & { title: string } }
}
const vineyards = async () => (await sql`select name from vineyards order by name`).map(({ name }) => name)

const list = `name,county,town,postcode,stars
Camel Valley,Cornwall,Bodmin,PL30 5LG,5
Long Furrow,Kent,Wye,90210,4
Gwinllan,Gwynedd,Penygroes,,
`

test('a preview lists the outcome of each row and writes nothing', async () => {
  const before = await vineyards()
  const { status, body } = await send('/preview', list)
  expect(status).toBe(200)
  expect(body.counts).toEqual({ new: 2, filled: 0, unchanged: 0, refused: 1 })
  expect(body.ignored).toEqual(['stars'])
  expect(body.rows.map(({ line, name, outcome }) => [line, name, outcome])).toEqual([
    [2, 'Camel Valley', 'new'],
    [3, 'Long Furrow', 'refused'],
    [4, 'Gwinllan', 'new'],
  ])
  expect(body.rows[1]?.reasons).toEqual([
    {
      field: 'postcode',
      said: 'postcode is not a UK postcode',
      fix: 'Write it like TN25 5AA, or only the first half.',
    },
  ])
  expect(await vineyards()).toEqual(before)
})

test('imports the valid rows, each with an audit entry, and a second import changes nothing', async () => {
  const { body: preview } = await send('/preview', list)
  const { status, body } = await send('', list, { plan: preview.plan })
  expect([status, body.counts]).toEqual([200, preview.counts])
  const [camel] = body.rows
  const [made] = await sql`select name, source from vineyards where id = ${camel?.vineyard_id ?? ''}`
  expect(made).toEqual({ name: 'Camel Valley', source: 'import of list.csv' })
  const [event] = await sql`select * from audit_trail where noun_id = ${camel?.vineyard_id ?? ''}`
  expect(event).toMatchObject({ actor_id: admin.id, before: null, after: { name: 'Camel Valley' } })

  const again = await send('', list)
  expect(again.body.counts).toEqual({ new: 0, filled: 0, unchanged: 2, refused: 1 })
})

test('the audit log has the old and new values of filled fields', async () => {
  await send('', 'name,town\nSkylark,Ely\n')
  const { body } = await send('', 'name,town,phone\nSkylark,Ely,01632 960100\n')
  expect(body.rows[0]).toMatchObject({ outcome: 'filled', fills: ['phone'] })
  const events = await sql`
    select before, after from audit_trail
    where noun_id = ${body.rows[0]?.vineyard_id ?? ''} and before is not null`
  expect(events).toEqual([{ before: { phone: null }, after: { phone: '01632 960100' } }])
})

test('rejects an import whose outcome differs from the preview, and imports nothing', async () => {
  const text = 'name,town\nWest Weald,Petworth\n'
  const { body: preview } = await send('/preview', text)
  await makeVineyard(sql, { name: 'West Weald', city: 'Petworth' })
  const before = await vineyards()
  const { status, body } = await send('', text, { plan: preview.plan })
  expect([status, body.title]).toEqual([
    412,
    'The vineyards have changed since this preview. Please check it again.',
  ])
  expect(await vineyards()).toEqual(before)
})

// The unique key alone prevents duplicates. This test also passes without the import lock or `on conflict`.
test('two concurrent imports of one list create each vineyard once', async () => {
  const text = 'name,town\nTwice Brought,Battle\n'
  const bring = () => send('', text)
  const both = await race(sql, (holder) => holder`lock table vineyards in share mode`, [bring, bring])
  expect(both.map(({ body }) => body.rows[0]?.outcome).toSorted()).toEqual(['new', 'unchanged'])
  expect((await vineyards()).filter((name) => name === 'Twice Brought')).toHaveLength(1)
})

test('reads Windows-1252 with semicolons', async () => {
  const text = new Uint8Array([...'name;town\r\nCh'].map((c) => c.charCodeAt(0)))
  const rest = new Uint8Array([0xe2, ...[...'teau Rye;Rye\r\n'].map((c) => c.charCodeAt(0))])
  const { body } = await send('/preview', '', { content: new Uint8Array([...text, ...rest]).toBase64() })
  expect(body.rows).toMatchObject([{ name: 'Château Rye', outcome: 'new' }])
})

test('the template can be imported', async () => {
  const { body } = await send('/preview', listTemplate)
  expect(body).toMatchObject({ counts: { new: 1, refused: 0 }, ignored: [] })
})

// ASVS 5.2.1 5.2.2 15.2.2
test('rejects an empty, long or large file and a file that is not a list, with a message', async () => {
  const refused = async (content: string) => {
    const { status, body } = await send('/preview', content)
    return [status, body.title]
  }
  expect(await refused('')).toEqual([422, 'The file is empty.'])
  expect(await refused('town\nEly\n')).toEqual([
    422,
    'The file has no column "name"; its first line reads: town',
  ])
  const rows = `name,town\n${Array.from({ length: 5001 }, (_, i) => `Hill ${i},Ely`).join('\n')}\n`
  expect(await refused(rows)).toEqual([422, 'That list has more than 5,000 rows. Please split it.'])
  const [status] = await refused(`name\n${'x'.repeat(2.2 * 1024 * 1024)}`)
  expect(status).toBe(422)
  expect(await refused('x'.repeat(3 * 1024 * 1024))).toEqual([413, 'That is more than this form can take.'])
})

test('only admins can import', async () => {
  const winemaker = await makeWinemaker(sql)
  const before = await vineyards()
  for (const path of ['', '/preview'] as const) {
    const { status, body } = await send(path, list.replaceAll('Camel', 'Stolen'), {}, winemaker)
    expect([status, body.title]).toEqual([403, 'Only the admins of this site can do this.'])
  }
  expect(await vineyards()).toEqual(before)
})
