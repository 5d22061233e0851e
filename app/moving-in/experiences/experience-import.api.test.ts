import fc from 'fast-check'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { planExperiences, readExperienceRow } from './experience-list.server.ts'

const app = await startApp({ now: '2026-06-03T09:00:00Z' })
const { sql, visit } = app

const header = 'Product code,Name,Description,Duration,Price,Min quantity,Max quantity'
const list = `${header}\nT1,Cellar tour,<p>Down to the barrels &amp; up</p>,1h 30min,£18.50,2,8\nT2,Tasting,,45 min,25,,\n`

async function makeStaffed() {
  const { id: vineyard_id } = await makeVineyard(sql)
  const headers = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const send = async (text: string, path = '', extra = {}, as: Record<string, string> = headers) => {
    const response = await visit(`/api/experience_imports${path}`, {
      method: 'POST',
      headers: { ...as, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        vineyard_id,
        name: 'products.csv',
        content: new TextEncoder().encode(text).toBase64(),
        ...extra,
      }),
    })
    return { status: response.status, ...(await response.json()) }
  }
  const stored = () => sql`
    select external_reference, title, description, duration_minutes, price_per_person, min_group_size, max_group_size,
      is_active
    from experiences where vineyard_id = ${vineyard_id} order by title`
  return { vineyard_id, headers, send, stored }
}

test('imports rows as experiences that are not on sale, after a preview that writes nothing', async () => {
  const { send, stored } = await makeStaffed()
  const preview = await send(list, '/preview')
  expect(preview).toMatchObject({ status: 200, counts: { new: 2, changed: 0, unchanged: 0, refused: 0 } })
  expect(await stored()).toEqual([])
  expect(await send(list, '', { plan: preview.plan })).toMatchObject({ status: 200, counts: { new: 2 } })
  expect(await stored()).toEqual([
    {
      external_reference: 'T1',
      title: 'Cellar tour',
      description: 'Down to the barrels & up',
      duration_minutes: 90,
      price_per_person: 18.5,
      min_group_size: 2,
      max_group_size: 8,
      is_active: false,
    },
    expect.objectContaining({
      external_reference: 'T2',
      title: 'Tasting',
      price_per_person: 25,
      is_active: false,
    }),
  ])
})

test('a second import of a list changes nothing, and an import of a changed list changes only the differences', async () => {
  const { send, stored } = await makeStaffed()
  await send(list)
  expect(await send(list)).toMatchObject({ counts: { new: 0, changed: 0, unchanged: 2 } })
  const changed = await send(list.replace(',25,', ',27.50,'), '/preview')
  expect(changed.rows[1].notes).toEqual(['Price per person: £25.00 → £27.50.'])
  await send(list.replace(',25,', ',27.50,'))
  expect((await stored()).map(({ price_per_person }) => price_per_person)).toEqual([18.5, 27.5])
})

test('concurrent imports create each row once, even without references', async () => {
  const { send, stored } = await makeStaffed()
  const long = ['Name,Price', ...Array.from({ length: 40 }, (_, n) => `Tour ${n},20`)].join('\n')
  const done = await Promise.all(Array.from({ length: 6 }, () => send(long)))
  expect(done.map(({ counts }) => counts.new).toSorted((x, y) => x - y)).toEqual([0, 0, 0, 0, 0, 40])
  expect(await stored()).toHaveLength(40)
})

// ASVS 2.3.1
test('refuses an import whose outcome would differ from the preview', async () => {
  const { send } = await makeStaffed()
  const { plan } = await send(list, '/preview')
  await send(list)
  expect(await send(list, '', { plan })).toMatchObject({ status: 412 })
})

test('gives the reason and line of each refused row', async () => {
  const { send } = await makeStaffed()
  const { rows, counts } = await send(
    `${header}\nA,,,,10,,\nB,No price,,,,,\nC,Dear,,soon,€10,,\nD,Small,,,10,12,4\nA2,Same,,,10,,\nA2,Same,,,12,,\n"x,y`,
    '/preview',
  )
  expect(counts.refused).toBe(7)
  const notes = rows.map(({ line, notes }: { line: number; notes: string[] }) => [line, ...notes])
  expect(notes).toEqual([
    [2, 'The title is missing.'],
    [3, 'The price is missing.'],
    [
      4,
      'Price per person “€10” cannot be read. Write it like 25.00.',
      'Length in minutes “soon” cannot be read. Write it like 90 or 1h 30min.',
    ],
    [5, 'The smallest party is 12, and the largest 4.'],
    [6, 'This row has the same reference as line 7, but other contents. Keep one of the two rows.'],
    [7, 'This row has the same reference as line 6, but other contents. Keep one of the two rows.'],
    [
      8,
      'A quotation mark is never closed, so the rest of the file could not be read. Close it, or remove it.',
    ],
  ])
})

test('joins the lines of a title, and says that a cell contains a control character', async () => {
  const { send, stored } = await makeStaffed()
  const { rows } = await send(
    'SKU,Name,Price,About\nA1,"Cellar\r\ntour\twith tea",20,\nA2,Bell\u0007,20,\nA\u00073,Tea,20,Bell\u0007\n',
  )
  expect(rows.map(({ notes }: { notes: string[] }) => notes)).toEqual([
    [],
    ['The title contains a control character.'],
    ['The reference contains a control character.', 'Description contains a control character.'],
  ])
  expect(await stored()).toMatchObject([{ title: 'Cellar tour with tea' }])
})

test('refuses a row with a cell longer than Excel allows, and a list with more than 500 columns', async () => {
  const { send } = await makeStaffed()
  const long = 'x'.repeat(32_768)
  const preview = await send(`Name,Price,Colour\nTour,${long},red\nTasting,20,${long}\n`, '/preview')
  expect(preview.rows).toMatchObject([
    { line: 2, notes: ['The cell “Price” is longer than 32,767 characters. Please shorten it.'] },
    { line: 3, outcome: 'new' },
  ])
  expect(await send(`Name${',x'.repeat(500)}\nTour`, '/preview')).toMatchObject({
    status: 422,
    title: 'That list has more than 500 columns. Please remove those that are not needed.',
  })
})

test('reads a large list in a thread, and still names the line of a refused row', async () => {
  const { send } = await makeStaffed()
  const rows = Array.from(
    { length: 900 },
    (_, n) => `T${n},Tour ${n},${'Down to the barrels. '.repeat(4)},20`,
  )
  const preview = await send(
    ['Reference,Title,Description,Price', ...rows, 'T900,,,x'].join('\n'),
    '/preview',
  )
  expect(preview).toMatchObject({ status: 200, counts: { new: 900, refused: 1 } })
  expect(preview.rows.at(-1)).toMatchObject({ line: 902, outcome: 'refused' })
})

test('reads a chosen column if no heading is recognised', async () => {
  const { send } = await makeStaffed()
  const odd = 'Wat,Kosten\nTour,20\n'
  expect((await send(odd, '/preview')).counts.refused).toBe(1)
  const chosen = await send(odd, '/preview', { columns: { title: 0, price_per_person: 1 } })
  expect(chosen.counts).toMatchObject({ new: 1, refused: 0 })
})

test('finds by title an experience that staff added by hand, and gives this experience the reference in the list', async () => {
  const { send, stored, vineyard_id } = await makeStaffed()
  await sql`insert into experiences (vineyard_id, title, price_per_person) values (${vineyard_id}, 'CELLAR  Tour', 18.5)`
  const preview = await send(list, '/preview')
  expect(preview.counts).toMatchObject({ new: 1, changed: 1 })
  await send(list)
  expect((await stored()).map(({ external_reference }) => external_reference)).toEqual(['T1', 'T2'])
})

test('ignores placeholders for references, so that no experience is renamed, and accepts references without digits', async () => {
  const { send, stored } = await makeStaffed()
  await send('SKU,Name,Price\n-,Cellar tour,20\nn/a,Tasting,25\nlunch-tour,Lunch,30\n')
  await send('SKU,Name,Price\n-,Tasting,25\nn/a,Picnic,15\n')
  expect((await stored()).map(({ title, external_reference }) => [title, external_reference])).toEqual([
    ['Cellar tour', null],
    ['Lunch', 'lunch-tour'],
    ['Picnic', null],
    ['Tasting', null],
  ])
})

test('a copy of an experience has no reference of the other system', async () => {
  const { send, headers, stored } = await makeStaffed()
  const { rows } = await send(list)
  const copied = await visit(`/api/experiences/${rows[0].id}/copy`, { method: 'POST', headers })
  expect(copied.status).toBe(201)
  expect((await stored()).map(({ external_reference }) => external_reference)).toEqual(['T1', null, 'T2'])
})

test('winemakers import for their own vineyard, and admins for any vineyard', async () => {
  const [mine, other] = [await makeStaffed(), await makeStaffed()]
  expect(await mine.send(list, '', { vineyard_id: other.vineyard_id })).toMatchObject({ status: 404 })
  const admin = signedIn(await makeAdmin(sql))
  expect(await mine.send(list, '', {}, admin)).toMatchObject({ status: 200, counts: { new: 2 } })
})

const row = fc.record({
  external_reference: fc.constantFrom('', 'A', 'B', 'C'),
  title: fc.constantFrom('Tour', 'tour', 'Tasting', 'Lunch'),
  price_per_person: fc.constantFrom('10', '20', ''),
})

test('the order of the rows does not change what an import does with each row', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(row, { maxLength: 8, selector: (each) => JSON.stringify(each) })
        .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, shuffled]) => {
        const known = [
          {
            id: 'k',
            external_reference: null,
            title: 'Tour',
            price_per_person: 10,
            min_group_size: 1,
            max_group_size: null,
            description: null,
            type: null,
            duration_minutes: null,
            included: null,
          },
        ]
        const outcomes = (list: typeof rows) =>
          planExperiences(
            known,
            list.flatMap((cells, n) => {
              const read = readExperienceRow({
                line: n + 2,
                cell: (field) => (cells as Record<string, string>)[field] ?? '',
              })
              return Array.isArray(read) ? [] : [read]
            }),
          )
            .map(({ line, outcome }) => [JSON.stringify(list[line - 2]), outcome])
            .toSorted()
        expect(outcomes(shuffled)).toEqual(outcomes(rows))
      },
    ),
  )
})
