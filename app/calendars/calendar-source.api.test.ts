import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { makeAdmin, makeExperience, makeWinemaker, signedIn } from '../../test/make.ts'

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

test('staff add, see, ask and take away a calendar of their own', async () => {
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
  const asked = await ask('POST', `/${id}/sync`, as)
  expect([asked.status, asked.json.next_check_at]).toEqual([202, app.now.toISOString()])
  expect((await ask('DELETE', `/${id}`, as)).status).toBe(204)
  expect((await ask('GET', `/${id}`, as)).status).toBe(404)
  const audit =
    await sql`select actor, noun, before::text, after::text from audit_events where noun_id = ${id} order by id`
  expect(audit).toHaveLength(2)
  expect(JSON.stringify(audit)).not.toContain('secret')
})

test('the same calendar twice, a twenty-first, and what is no address are refused in words', async () => {
  const { vineyard_id, as } = await staffOf()
  expect((await ask('POST', '', as, { vineyard_id, url })).status).toBe(201)
  expect((await ask('POST', '', as, { vineyard_id, url })).json.title).toBe('This calendar is there already.')
  for (const wrong of ['', 'nonsense', 'file:///etc/passwd', 'javascript:alert(1)'])
    expect((await ask('POST', '', as, { vineyard_id, url: wrong })).status, wrong).toBe(422)
  for (let n = 1; n < 20; n++) await ask('POST', '', as, { vineyard_id, url: `${url}?${n}` })
  expect((await ask('POST', '', as, { vineyard_id, url: `${url}?20` })).json.title).toMatch(
    /20 calendars at most/,
  )
})

test("another vineyard's calendars are as if absent, and a stranger's are nobody's", async () => {
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
