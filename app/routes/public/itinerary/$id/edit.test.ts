import { expect, test } from 'vitest'

import { startApp } from '../../../../../test/app.ts'
import { makeExperience, makeVineyard } from '../../../../../test/make.ts'
import { textOf } from '../../../../../test/page.ts'

const { sql, visit, submit } = await startApp({ now: '2026-06-01T09:00:00Z' })
const key = 'k'.repeat(43)
let made = 0

/** Creates an empty itinerary through the page, and returns its URLs. */
async function begin(title = 'Our day') {
  const id = `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`
  const own = `${'k'.repeat(40)}${String(made).padStart(3, '0')}`
  const begun = await submit('/itinerary/create', { intent: 'empty', title, id, key: own })
  expect(begun.headers.get('Location')).toBe(`/itinerary/${id}/edit?key=${own}`)
  return { id, view: `/itinerary/${id}?key=${own}`, edit: `/itinerary/${id}/edit?key=${own}`, own }
}
const versionOf = async (id: string) => {
  const [row] = await sql<{ version: number }[]>`select version from itineraries where id = ${id}`
  return String(row?.version)
}
const namesOf = async (id: string) => {
  const rows = await sql<{ name: string }[]>`
    select coalesce(v.name, s.name) as name from itinerary_stops s left join vineyards v on v.id = s.vineyard_id
    where itinerary_id = ${id} order by place`
  return rows.map(({ name }) => name)
}
const stopId = async (id: string, name: string) => {
  const [row] = await sql<{ id: string }[]>`
    select s.id from itinerary_stops s left join vineyards v on v.id = s.vineyard_id
    where itinerary_id = ${id} and coalesce(v.name, s.name) = ${name}`
  return row?.id ?? ''
}
const change = async ({ id, edit }: { id: string; edit: string }, answers: Record<string, string>) =>
  submit(edit, { version: await versionOf(id), ...answers })

test('adds, moves, changes and removes stops', async () => {
  const day = await begin()
  const vineyard = await makeVineyard(sql, { name: 'Ash Hill', latitude: 50.87, longitude: 0.01 })
  const experience = await makeExperience(sql, { vineyard_id: vineyard.id, title: 'Cellar tour' })
  expect(await textOf(await visit(`${day.edit}&search=ash`))).toContain('> Ash Hill</span>')
  expect((await change(day, { intent: 'add_vineyard', vineyard: vineyard.id })).status).toBe(302)
  await change(day, { intent: 'add_place', name: 'The Trevor Arms', near: 'Lewes' })
  expect(await namesOf(day.id)).toEqual(['Ash Hill', 'The Trevor Arms'])
  await change(day, { intent: 'up', stop: await stopId(day.id, 'The Trevor Arms') })
  expect(await namesOf(day.id)).toEqual(['The Trevor Arms', 'Ash Hill'])
  await change(day, {
    intent: 'drop',
    stop: await stopId(day.id, 'Ash Hill'),
    before: await stopId(day.id, 'The Trevor Arms'),
  })
  expect(await namesOf(day.id)).toEqual(['Ash Hill', 'The Trevor Arms'])
  await change(day, {
    intent: 'change',
    stop: await stopId(day.id, 'Ash Hill'),
    experience_id: experience.id,
    start_time: '10:05',
    minutes: '',
    note: 'Bring boots',
    day: '0',
  })
  const page = await textOf(await visit(day.view))
  for (const words of ['10:05 AM', 'Cellar tour', 'Bring boots', 'minutes by car, about ', 'Edit this plan'])
    expect(page).toContain(words)
  await change(day, { intent: 'remove', stop: await stopId(day.id, 'The Trevor Arms') })
  expect(await namesOf(day.id)).toEqual(['Ash Hill'])
})

test('saves the summary, and shows an error only at the form that caused the error', async () => {
  const day = await begin()
  const details = {
    intent: 'details',
    title: 'Our day',
    visit_date: '2026-06-13',
    party: '3',
    begins_at: '09:30',
  }
  await change(day, { ...details, summary: 'Chalk first, then lunch.' })
  const page = await textOf(await visit(day.view))
  for (const words of ['Chalk first, then lunch.', 'Saturday 13 June 2026', '3 guests'])
    expect(page).toContain(words)
  for (const name of ['One', 'Two']) await change(day, { intent: 'add_place', name, near: '' })
  const wrong = await change(day, {
    intent: 'change',
    stop: await stopId(day.id, 'Two'),
    start_time: '25:00',
    minutes: '',
    note: 'Later',
    day: '0',
  })
  expect(wrong.status).toBe(422)
  const html = await textOf(wrong)
  expect(html.match(/<p class="error"/g)).toHaveLength(1)
  expect(html).toContain('That isn’t a valid time.')
  expect(html.match(/<details open/g)).toHaveLength(1)
  expect(html).toContain('>Later</textarea>')
})

test('a stop that cannot be reached in time shows the arrival time', async () => {
  const day = await begin()
  for (const [name, near, start] of [
    ['Breakfast', 'Lewes', '10:00'],
    ['Lunch', 'Canterbury', '11:15'],
  ] as const) {
    await change(day, { intent: 'add_place', name, near })
    await change(day, {
      intent: 'change',
      stop: await stopId(day.id, name),
      start_time: start,
      minutes: '60',
      note: '',
      day: '0',
    })
  }
  expect(await textOf(await visit(day.view))).toMatch(/Too late: you’d arrive at 12:\d\d PM, after the start/)
})

test('puts the stops into the order with the shortest drives', async () => {
  const day = await begin()
  for (const [name, near] of [
    ['A', 'Lewes'],
    ['B', 'Canterbury'],
    ['C', 'Newhaven'],
    ['D', 'Ashford'],
  ] as const)
    await change(day, { intent: 'add_place', name, near })
  await change(day, { intent: 'order', day: '0' })
  const order = (await namesOf(day.id)).join('')
  expect(['CADB', 'BDAC', 'ACDB', 'BDCA']).toContain(order)
})

test('rejects the second of two concurrent edits', async () => {
  const day = await begin()
  const version = await versionOf(day.id)
  expect((await submit(day.edit, { version, intent: 'add_place', name: 'Mine', near: '' })).status).toBe(302)
  const second = await submit(day.edit, { version, intent: 'add_place', name: 'Hers', near: '' })
  expect(second.status).toBe(409)
  const page = await textOf(second)
  expect(page).toContain('changed in another window')
  // The second window keeps its input.
  expect(page).toContain('value="Hers"')
  expect(page).toContain('<h3>Mine</h3>')
  expect(await namesOf(day.id)).toEqual(['Mine'])
})

test('only one of two simultaneous edits is saved', async () => {
  const day = await begin()
  const version = await versionOf(day.id)
  const both = await Promise.all(
    ['Mine', 'Hers'].map((name) => submit(day.edit, { version, intent: 'add_place', name, near: '' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([302, 409])
  expect(await namesOf(day.id)).toHaveLength(1)
})

test('answers 404 without the key', async () => {
  const day = await begin()
  for (const path of [
    `/itinerary/${day.id}`,
    `/itinerary/${day.id}?key=${key}`,
    `/itinerary/${day.id}/edit?key=${key}`,
    `/itinerary/${day.id}/edit`,
  ])
    expect((await visit(path)).status, path).toBe(404)
  const foreign = await submit(`/itinerary/${day.id}/edit?key=${key}`, {
    version: '1',
    intent: 'add_place',
    name: 'Theirs',
    near: '',
  })
  expect(foreign.status).toBe(404)
  expect(await namesOf(day.id)).toEqual([])
})

test('a share link shows the day without a way to change it, until the link is switched off', async () => {
  const day = await begin('Saturday in Sussex')
  await change(day, { intent: 'add_place', name: 'Breakfast', near: '' })
  await submit(day.view, { intent: 'share' })
  const share =
    /value="http:\/\/site\.test(\/itinerary\/[^"]+)"/.exec(await textOf(await visit(day.view)))?.[1] ?? ''
  const shared = await visit(share)
  const page = await textOf(shared)
  expect(shared.status).toBe(200)
  expect(page).toContain('Breakfast')
  for (const secret of [day.own, 'Edit this plan', 'Stop sharing', '/booking/'])
    expect(page).not.toContain(secret)
  const edit = share.replace('?share=', '/edit?share=')
  for (const path of [edit, `${edit}&key=${key}`]) expect((await visit(path)).status).toBe(404)
  const theirs = { version: await versionOf(day.id), intent: 'add_place', name: 'Theirs', near: '' }
  expect((await submit(`${edit}&key=${key}`, theirs)).status).toBe(404)
  expect((await submit(`${share}&key=${key}`, { intent: 'withdraw' })).status).toBe(404)
  await submit(day.view, { intent: 'withdraw' })
  expect((await visit(share)).status).toBe(404)
})

test('a hidden vineyard is still named, without a link', async () => {
  const day = await begin()
  const hidden = { address: '7 Zebra Lane', postcode: 'BN8 5ZQ', cover_image_url: '/pictures/zebra-960.webp' }
  const vineyard = await makeVineyard(sql, { name: 'Gone Hill', ...hidden })
  await sql`update vineyards set taxis = '[{"name": "Zebra Cabs", "phone": "01323 960960"}]' where id = ${vineyard.id}`
  await change(day, { intent: 'add_vineyard', vineyard: vineyard.id })
  await sql`update vineyards set is_visible = false where id = ${vineyard.id}`
  const page = await textOf(await visit(day.view))
  expect(page).toContain('Gone Hill')
  expect(page).toContain('This vineyard is no longer listed here.')
  expect(page).not.toContain(`/vineyard/${vineyard.id}`)
  // The whole document, including the data of the loaders, has none of the vineyard's details.
  for (const secret of [...Object.values(hidden), 'Zebra Cabs']) expect(page).not.toContain(secret)
  expect((await change(day, { intent: 'add_vineyard', vineyard: vineyard.id })).status).toBe(422)
})

test('rejects invalid edits and more than the maximum number of stops, each with a message', async () => {
  const day = await begin()
  const refused = async (answers: Record<string, string>) => {
    const response = await change(day, answers)
    expect(response.status).toBe(422)
    return textOf(response)
  }
  expect(await refused({ intent: 'add_place', name: '', near: '' })).toContain('Please give the stop a name')
  const nowhere = await refused({ intent: 'add_place', name: 'The Bell', near: 'Atlantis' })
  expect(nowhere).toMatch(/aria-invalid="true"[^>]*value="Atlantis"|value="Atlantis"[^>]*aria-invalid="true"/)
  expect(nowhere).toContain('We couldn’t find that place.')
  expect(nowhere).toContain('value="The Bell"')
  const details = {
    intent: 'details',
    title: '',
    summary: 'Slowly.',
    visit_date: '',
    party: '2',
    begins_at: '',
  }
  const untitled = await refused(details)
  expect(untitled).toContain('Please give the day a name')
  expect(untitled).toContain('>Slowly.</textarea>')
  expect(await refused({ ...details, title: 'A day' })).toContain('Please enter the time you set out')
  expect(await refused({ ...details, title: 'A day', summary: 'x'.repeat(501) })).toContain(
    'Please use up to 500 characters.',
  )
  await sql`insert into itinerary_stops (itinerary_id, place, name) select ${day.id}, n, 'Stop ' || n from generate_series(1, 40) n`
  expect(await refused({ intent: 'add_place', name: 'X', near: '' })).toContain('can have up to 40 stops')
  expect((await change(day, { intent: 'dance' })).status).toBe(400)
})
