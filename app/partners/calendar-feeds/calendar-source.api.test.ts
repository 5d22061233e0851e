import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { makeAdmin, makeExperience, makeWinemaker, signedIn } from '../../../test/make.ts'

const app = await startApp()
const { sql, visit } = app

const ask = async (method: string, path: string, headers: HeadersInit, body?: object) => {
  const answer = await visit(`/api/calendar_sources${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, json: text ? JSON.parse(text) : null }
}
async function staffOf() {
  const { id: experience_id, vineyard_id } = await makeExperience(sql)
  return { experience_id, vineyard_id, as: signedIn(await makeWinemaker(sql, { vineyard_id })) }
}
const url = 'https://calendars.test/secret.ics'

test('staff add, list, check and remove a calendar', async () => {
  const { vineyard_id, experience_id, as } = await staffOf()
  const added = await ask('POST', '', as, {
    vineyard_id,
    experience_id,
    url: ' webcal://calendars.test/secret.ics ',
  })
  expect(added.status).toBe(201)
  const { id } = added.json
  const { json: list } = await ask('GET', '', as)
  expect(list.items).toMatchObject([
    { id, url, experience_id, failures: 0, problem: null, checked_at: null, closes: 0 },
  ])

  await sql`update calendar_sources set next_check_at = '2026-07-01' where id = ${id}`
  const checked = await ask('POST', `/${id}/sync`, as)
  expect([checked.status, checked.json.next_check_at]).toEqual([202, app.now.toISOString()])
  expect((await ask('DELETE', `/${id}`, as)).status).toBe(204)
  expect((await ask('GET', `/${id}`, as)).status).toBe(404)
  const audit =
    await sql`select actor, noun, before::text, after::text from audit_events where noun_id = ${id} order by id`
  expect(audit).toHaveLength(2)
  expect(JSON.stringify(audit)).not.toContain('secret')
})

test('rejects a duplicate, a twenty-first calendar and an invalid address, and says why', async () => {
  const { vineyard_id, as } = await staffOf()
  expect((await ask('POST', '', as, { vineyard_id, url })).status).toBe(201)
  expect((await ask('POST', '', as, { vineyard_id, url })).json.title).toBe(
    'This calendar has already been added.',
  )
  for (const wrong of ['', 'nonsense', 'file:///etc/passwd', 'javascript:alert(1)'])
    expect((await ask('POST', '', as, { vineyard_id, url: wrong })).status, wrong).toBe(422)
  for (let n = 1; n < 20; n++) await ask('POST', '', as, { vineyard_id, url: `${url}?${n}` })
  expect((await ask('POST', '', as, { vineyard_id, url: `${url}?20` })).json.title).toMatch(
    /at most 20 calendars/,
  )
})

// ASVS 1.3.6 13.2.4
test('rejects addresses of private networks, however they are written', async () => {
  const { vineyard_id, as } = await staffOf()
  for (const host of [
    '127.0.0.1',
    '10.0.0.8',
    '192.168.1.1:8443',
    '169.254.169.254',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.0.0.1.',
    '[::1]',
    '[fd12::1]',
    '[::ffff:10.0.0.1]',
    'localhost',
    'LOCALHOST.:3000',
    'calendar.localhost',
  ]) {
    const { status, json } = await ask('POST', '', as, { vineyard_id, url: `https://${host}/busy.ics` })
    expect(status, host).toBe(422)
    expect(json.fields, host).toEqual([
      {
        field: 'url',
        message: 'This address belongs to a private network. Please use one on the public internet.',
      },
    ])
  }
  for (const port of [22, 25, 1023]) {
    const url = `https://calendar.example:${port}/busy.ics`
    const { status, json } = await ask('POST', '', as, { vineyard_id, url })
    expect([status, json.fields[0].message]).toEqual([
      422,
      'Please leave out the port, or use one from 1024 to 65535.',
    ])
  }
  for (const url of ['https://8.8.8.8/busy.ics', 'https://[2606:4700::1111]/busy.ics'])
    expect((await ask('POST', '', as, { vineyard_id, url })).status, url).toBe(201)
})

test("answers 404 for another vineyard's calendar and 401 without a sign-in", async () => {
  const [mine, other] = [await staffOf(), await staffOf()]
  const { id } = (await ask('POST', '', mine.as, { vineyard_id: mine.vineyard_id, url })).json
  expect((await ask('GET', '', other.as)).json.items).toEqual([])
  expect((await ask('GET', '/overlaps', other.as)).json.items).toEqual([])
  for (const [method, path] of [
    ['GET', `/${id}`],
    ['POST', `/${id}/sync`],
    ['DELETE', `/${id}`],
  ] as const)
    expect((await ask(method, path, other.as)).status, method).toBe(404)
  expect((await ask('POST', '', other.as, { vineyard_id: mine.vineyard_id, url })).status).toBe(404)
  const foreign = { vineyard_id: other.vineyard_id, experience_id: mine.experience_id, url }
  expect((await ask('POST', '', other.as, foreign)).status).toBe(404)
  expect((await ask('GET', '', {})).status).toBe(401)
  const all = await ask('GET', '', signedIn(await makeAdmin(sql)))
  expect(all.json.items.map((source: { id: string }) => source.id)).toContain(id)
})

test('lists the calendars of one vineyard for admins, but not for winemakers of another vineyard', async () => {
  const [mine, other] = [await staffOf(), await staffOf()]
  for (const { vineyard_id, as } of [mine, other]) await ask('POST', '', as, { vineyard_id, url })
  const admin = signedIn(await makeAdmin(sql))
  const of = async (headers: HeadersInit, { vineyard_id }: { vineyard_id: string }) =>
    (await ask('GET', `?vineyard_id=${vineyard_id}`, headers)).json.items.map(
      (source: { vineyard_id: string }) => source.vineyard_id,
    )
  expect(await of(admin, mine)).toEqual([mine.vineyard_id])
  expect(await of(mine.as, mine)).toEqual([mine.vineyard_id])
  expect(await of(mine.as, other)).toEqual([])
})

test("lists only the vineyard's own overlaps and calendar feeds", async () => {
  const { vineyard_id, as } = await staffOf()
  const elsewhere = await staffOf()
  const admin = signedIn(await makeAdmin(sql))
  const booked: string[] = []
  for (const of of [vineyard_id, elsewhere.vineyard_id]) {
    const { experience, on } = await makeDailyExperience(sql, { experience: { vineyard_id: of } })
    booked.push(await book(sql, experience, on('2026-06-06'), 2, app.now))
    const source = (await ask('POST', '', admin, { vineyard_id: of, url })).json.id
    await sql`
      select import_calendar(
        ${source}, '[{"starts_on": "2026-06-06", "ends_on": "2026-06-06"}]', sha256('a'), ${app.now}
      )`
    await visit('/api/calendar_feeds', {
      method: 'POST',
      headers: { ...admin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ vineyard_id: of }),
    })
  }
  const read = async (headers: HeadersInit, path: string) =>
    (await (await visit(`/api/${path}?vineyard_id=${vineyard_id}`, { headers })).json()).items
  for (const headers of [admin, as]) {
    expect(await read(headers, 'calendar_sources/overlaps')).toMatchObject([{ id: booked[0] }])
    expect(await read(headers, 'calendar_feeds')).toMatchObject([{ vineyard_id }])
    expect(await read(headers, 'calendar_feeds')).toHaveLength(1)
  }
  expect(await read(elsewhere.as, 'calendar_sources/overlaps')).toEqual([])
  expect(await read(elsewhere.as, 'calendar_feeds')).toEqual([])
})
