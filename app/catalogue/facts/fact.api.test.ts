import { statedFactNames } from './stated-fact.ts'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { race } from '../../../test/race.ts'
import { textOf } from '../../../test/page.ts'
import { makeBookable, makeExperience, makeVineyard, makeWinemaker, signedIn } from '../../../test/make.ts'
import { definitionOf } from './facts.ts'

const app = await startApp()
const { sql, visit } = app

async function makeStating() {
  const winemaker = await makeWinemaker(sql, { name: 'Rosalind Marsh' })
  const { vineyard_id } = winemaker
  await sql`update vineyards set is_visible = true where id = ${vineyard_id}`
  const path = `/api/vineyards/${vineyard_id}/facts`
  const send = (body: unknown, version = '*') =>
    visit(path, {
      method: 'PATCH',
      headers: { ...signedIn(winemaker), 'Content-Type': 'application/json', 'If-Match': version },
      body: JSON.stringify(body),
    })
  const read = async () => (await visit(path)).json()
  return { winemaker, vineyard_id, send, read }
}

test('the database accepts exactly the facts and choices of the list', async () => {
  const [{ definition }] = await sql<[{ definition: string }]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'fact_is_known'`
  const known = [...definition.matchAll(/'([a-z_]+:[a-z_]+)'/g)].map(([, pair]) => pair)
  const listed = statedFactNames.flatMap((fact) =>
    Object.keys(definitionOf(fact).choices).map((choice) => `${fact}:${choice}`),
  )
  expect(known.toSorted()).toEqual(listed.toSorted())
  const { id } = await makeVineyard(sql)
  const wrong = { vineyard_id: id, fact: 'seating', choice: 'ramp', stated_on: '2026-05-01' }
  await expect(sql`insert into vineyard_facts ${sql(wrong)}`).rejects.toThrow('fact_is_known')
})

test('stores today’s date with new facts, leaves unsent facts unchanged, and withdraws a fact that is sent as null', async () => {
  const { send, read } = await makeStating()
  expect(
    (
      await send({
        facts: { seating: { choice: 'tasting', detail: ' Benches ' }, shelter: { choice: 'covered' } },
      })
    ).status,
  ).toBe(200)
  const { facts, today } = await read()
  const row = { experience_id: null, stated_on: today }
  expect(facts).toEqual([
    { ...row, fact: 'seating', choice: 'tasting', detail: 'Benches' },
    { ...row, fact: 'shelter', choice: 'covered', detail: null },
  ])
  await send({ facts: { seating: null } })
  expect((await read()).facts).toEqual([{ ...row, fact: 'shelter', choice: 'covered', detail: null }])
})

test('refuses unknown facts and choices, and an experience of another vineyard', async () => {
  const { send, vineyard_id } = await makeStating()
  expect((await send({ facts: { seating: { choice: 'ramp' } } })).status).toBe(422)
  expect((await send({ facts: { sofas: { choice: 'none' } } })).status).toBe(422)
  const foreign = await makeExperience(sql)
  expect(foreign.vineyard_id).not.toBe(vineyard_id)
  const refused = await send({ experience_id: foreign.id, facts: { seating: { choice: 'none' } } })
  expect([refused.status, (await refused.json()).error]).toEqual([
    422,
    'experience_id must be an experience of the same vineyard.',
  ])
})

test('visit facts can be saved only for an experience of the vineyard, and are hidden while this experience is off sale', async () => {
  const { send, read, vineyard_id } = await makeStating()
  const visit = { parking: 'In the lane' }
  expect((await send({ facts: {}, visit })).status).toBe(422)
  const foreign = await makeExperience(sql)
  expect((await send({ experience_id: foreign.id, facts: {}, visit })).status).toBe(422)
  const { id } = await makeExperience(sql, { vineyard_id })
  expect((await send({ experience_id: id, facts: {}, visit })).status).toBe(200)
  expect((await read()).experiences).toMatchObject([{ id, parking: 'In the lane', dogs: null }])
  await sql`update experiences set is_active = false where id = ${id}`
  expect((await read()).experiences).toEqual([])
  expect(await sql`select parking from experiences where id = ${foreign.id}`).toEqual([{ parking: null }])
})

test('refuses an edit of an older version and returns the current facts', async () => {
  const { send, read } = await makeStating()
  const { version } = await read()
  expect((await send({ facts: { payment: { choice: 'card' } } }, `"${version}"`)).status).toBe(200)
  const late = await send({ facts: { payment: { choice: 'cash' } } }, `"${version}"`)
  expect(late.status).toBe(412)
  expect((await late.json()).current.facts).toMatchObject([{ fact: 'payment', choice: 'card' }])
})

test('rejects the second of two concurrent edits', async () => {
  const { send, read, vineyard_id } = await makeStating()
  const { version } = await read()
  const state = (choice: string) => () => send({ facts: { payment: { choice } } }, `"${version}"`)
  const outcomes = await race(
    sql,
    (holder) => holder`select from vineyards where id = ${vineyard_id} for update`,
    [state('card'), state('cash')],
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test('the answers of an experience override those of the vineyard, even in a copy of the experience', async () => {
  const { send, vineyard_id, winemaker } = await makeStating()
  const { id } = await makeExperience(sql, { vineyard_id })
  await send({ facts: { shelter: { choice: 'covered' }, payment: { choice: 'card' } } })
  await send({ experience_id: id, facts: { shelter: { choice: 'none', detail: 'We lend umbrellas' } } })
  const effective = [
    { fact: 'payment', choice: 'card' },
    { fact: 'shelter', choice: 'none', detail: 'We lend umbrellas' },
  ]
  expect((await (await visit(`/api/experiences/${id}`)).json()).facts).toMatchObject(effective)
  expect((await (await visit(`/api/vineyards/${vineyard_id}`)).json()).facts).toMatchObject([
    { fact: 'payment', choice: 'card' },
    { fact: 'shelter', choice: 'covered' },
  ])
  const headers = signedIn(winemaker)
  const copied = await visit(`/api/experiences/${id}/copy`, { method: 'POST', headers })
  const copy = await (await visit(copied.headers.get('Location') ?? '', { headers })).json()
  expect(copy.facts).toMatchObject(effective)
})

test('the audit log says who changed which facts', async () => {
  const { send, vineyard_id, winemaker } = await makeStating()
  await send({ facts: { payment: { choice: 'card', detail: 'No American Express' } } })
  await send({ facts: { payment: { choice: 'both' } } })
  const entries = await sql`
    select actor_id, before, after from audit_trail
    where vineyard_id = ${vineyard_id} and noun = 'vineyard_facts' order by happened_at, length(id), id`
  expect(entries).toEqual([
    { actor_id: winemaker.id, before: {}, after: { payment: 'card (No American Express)' } },
    {
      actor_id: winemaker.id,
      before: { payment: 'card (No American Express)' },
      after: { payment: 'both' },
    },
  ])
})

test('the vineyard page shows each fact once, for all experiences or for one, and names no member of staff', async () => {
  const { send, vineyard_id } = await makeStating()
  const { experience } = await makeBookable(sql, { experience: { vineyard_id } })
  await send({ facts: { shelter: { choice: 'covered' }, seating: { choice: 'throughout' } } })
  await send({ experience_id: experience.id, facts: { shelter: { choice: 'none' } } })
  const page = await textOf(await visit(`/vineyard/${vineyard_id}`))
  const shown = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
  const times = (words: string) => shown.split(words).length - 1
  expect([
    times('Seats at every stop'),
    times('Under cover when it rains'),
    times('Outdoors in all weathers'),
  ]).toEqual([1, 1, 1])
  expect(shown).toMatch(/Stated by the vineyard in \w+ \d{4}/)
  expect(page).not.toContain('Rosalind')
  expect(page).toContain('"name":"Seating","value":true,"description":"Seats at every stop"')
  const book = await textOf(await visit(`/book-now/${vineyard_id}?experience=${experience.id}`))
  expect(book).toContain('Outdoors in all weathers')
  expect(book).not.toContain('Under cover when it rains')
})

test('a filter by a fact finds only vineyards whose answer suits the visitor', async () => {
  const { send, vineyard_id } = await makeStating()
  const { experience } = await makeBookable(sql, { experience: { vineyard_id } })
  const found = async () => {
    const { places } = await (await visit('/api/explore/places?hearing_loop=yes')).json()
    const listed = await (await visit('/explore?hearing_loop=yes')).text()
    return [places.length, listed.includes(`/vineyard/${vineyard_id}`)]
  }
  await sql`update vineyards set latitude = 51, longitude = 0.5 where id = ${vineyard_id}`
  expect(await found()).toEqual([0, false])
  await send({ facts: { hearing_loop: { choice: 'none' } } })
  expect(await found()).toEqual([0, false])
  await send({ facts: { hearing_loop: { choice: 'portable' } } })
  expect(await found()).toEqual([1, true])
  await send({ experience_id: experience.id, facts: { hearing_loop: { choice: 'none' } } })
  expect(await found()).toEqual([0, false])
})
