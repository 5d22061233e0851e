import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable, makeExperience, makeVineyard } from '../../../../test/make.ts'
import { textOf } from '../../../../test/page.ts'
import { productionSettings } from '../../../../test/production-settings.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app
const [saturday, sunday] = ['2026-06-06', '2026-06-07']
const ancestorsOf = (response: Response) =>
  /frame-ancestors ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1]

/** Creates a booking frame with one experience, and returns a function that books the experience. */
async function makeFrame(vineyard: Record<string, unknown> = {}) {
  const { id } = await makeVineyard(sql, { name: 'Mill Rows', is_verified: true, ...vineyard })
  const bookable = await makeBookable(sql, { experience: { vineyard_id: id } })
  const frame = `/embed/${id}`
  const form = `${frame}/book?experience=${bookable.experience.id}`
  const book = async () =>
    (await submit(form, bookable.answers())).headers.get('Location')?.split('/').at(-1) ?? ''
  return { id, frame, form, book, ...bookable }
}

test('a guest books, changes and cancels without leaving the frame', async () => {
  const { frame, form, answers, pattern, id } = await makeFrame()
  const start = await visit(frame)
  expect([start.status, start.headers.get('Location')]).toEqual([302, form])

  const booked = await submit(form, answers())
  const booking = booked.headers.get('Location') ?? ''
  expect(booking).toMatch(new RegExp(`^${frame}/booking/[0-9a-f-]{36}$`))
  const done = await (await visit(booking)).text()
  expect(done).toContain('Thank you, Ada')
  expect(done).toContain(`href="${booking}/change"`)
  expect(done).toContain(`href="${booking}?cancel=yes#cancel"`)
  const [row] = await sql`select channel from bookings where vineyard_id = ${id}`
  expect(row).toEqual({ channel: 'widget' })

  const slot = `${pattern.id}-${sunday}@14:30:00`
  const change = { seen: `${saturday} 14:30:00 2`, date: sunday, slot, guests: '2', intent: 'book' }
  const changed = await submit(`${booking}/change`, change)
  expect(changed.headers.get('Location')).toBe(`${booking}?changed=yes`)
  expect(await textOf(await visit(`${booking}?cancel=yes`))).toContain('Cancel this booking?')
  const cancelled = await submit(booking, { intent: 'cancel' })
  expect(cancelled.headers.get('Location')).toBe(booking)
  const over = await (await visit(booking)).text()
  expect(over).toContain(`href="${form.replace('&', '&amp;')}`)
  const links = [...(done + over).matchAll(/<a [^>]*>/g)].map(([link]) => link)
  const leaving = links.filter(
    (link) => !link.includes(`href="${frame}`) && !/href="(mailto:|tel:)/.test(link),
  )
  expect(leaving.filter((link) => !/target="_blank"|download/.test(link))).toEqual([])
})

test('guests choose among several experiences unless the website names one', async () => {
  const { id, frame, form, experience } = await makeFrame()
  const other = await makeExperience(sql, { vineyard_id: id, title: 'Long lunch' })
  const choice = await textOf(await visit(frame))
  expect(choice).toContain('Book a visit to Mill Rows')
  expect(choice).toContain('Long lunch')
  const direct = await visit(`${frame}?experience=${other.id}&theme=dark`)
  expect(direct.headers.get('Location')).toBe(`${frame}/book?experience=${other.id}&theme=dark`)
  await sql`update experiences set is_active = false where id = ${other.id}`
  const gone = await visit(`${frame}?experience=${other.id}`)
  expect(await textOf(gone)).toContain('That experience is not offered at the moment.')
  expect((await visit(form)).status).toBe(200)
  await sql`update experiences set is_active = false where id = ${experience.id}`
  const none = await visit(form)
  expect([none.status, await textOf(none)]).toEqual([
    404,
    expect.stringContaining('cannot be booked at the moment'),
  ])
})

test('if nothing can be booked, the frame shows one sentence and a link, and a form books nothing', async () => {
  const { id, frame, form, answers } = await makeFrame({ is_verified: false })
  const sentenceAt = async (path: string) => {
    const response = await visit(path)
    const html = await response.text()
    const [, to] = /<a href="([^"]+)" target="_blank"/.exec(html) ?? []
    return [response.status, /<p class="lede">([^<]*)</.exec(html)?.[1], to]
  }
  const unverified = [404, 'Mill Rows cannot be booked online yet.', `/vineyard/${id}`]
  expect(await sentenceAt(frame)).toEqual(unverified)
  expect(await sentenceAt(form)).toEqual(unverified)
  expect((await submit(form, answers())).status).toBe(404)
  expect(await sql`select from bookings where vineyard_id = ${id}`).toHaveLength(0)

  const nowhere = [404, 'This vineyard cannot be booked here.', '/explore']
  await sql`update vineyards set is_visible = false, is_verified = true where id = ${id}`
  expect(await sentenceAt(frame)).toEqual(nowhere)
  expect(await sentenceAt('/embed/de510001-0000-4000-8000-00000000ffff')).toEqual(nowhere)
  expect(await sentenceAt('/embed/nonsense')).toEqual(nowhere)
  const empty = await makeVineyard(sql, { name: 'New Hill', is_verified: true })
  expect(await sentenceAt(`/embed/${empty.id}`)).toEqual([
    404,
    'New Hill has nothing to book at the moment.',
    `/vineyard/${empty.id}`,
  ])
})

// ASVS 8.4.1
test('a frame shows the bookings of its own vineyard only', async () => {
  const mine = await makeFrame()
  const other = await makeFrame()
  const id = await other.book()
  for (const path of ['', '/change', '/called-off'])
    expect((await visit(`${mine.frame}/booking/${id}${path}`)).status, path).toBe(404)
  expect((await submit(`${mine.frame}/booking/${id}`, { intent: 'cancel' })).status).toBe(404)
  const [booking] = await sql`select status from bookings where id = ${id}`
  expect(booking).toEqual({ status: 'pending' })
})

test('only the vineyard’s listed websites may show the frame, from the next request on', async () => {
  const { id, frame, form, book } = await makeFrame()
  const booking = `${frame}/booking/${await book()}`
  const paths = [frame, form, booking, `${booking}/change`]
  for (const path of paths) {
    const response = await visit(path)
    if (response.status === 302) continue
    expect(ancestorsOf(response)).toBe("'self' https: http://localhost:* http://127.0.0.1:*")
    expect(response.headers.get('X-Frame-Options')).toBeNull()
    expect(response.headers.get('Cache-Control')).toBe(path === form ? 'private, no-cache' : 'no-store')
    expect(response.headers.get('Set-Cookie')).toBeNull()
  }
  await sql`update vineyards set widget_sites = ${['https://www.example.co.uk', 'https://*.example.org']} where id = ${id}`
  for (const path of paths.slice(1))
    expect(ancestorsOf(await visit(path))).toBe("'self' https://www.example.co.uk https://*.example.org")
  await expect(
    sql`update vineyards set widget_sites = ${['https://a.example; script-src *']} where id = ${id}`,
  ).rejects.toThrow()
})

test('in production, websites on plain http may not show the frame', async () => {
  const live = await startApp({ env: productionSettings })
  const { id } = await makeVineyard(live.sql, { is_verified: true })
  const response = await live.visit(`/embed/${id}`)
  expect(ancestorsOf(response)).toBe("'self' https:")
})

// ASVS 3.4.6
test('data and missing pages of the widget cannot be shown in a frame', async () => {
  const { form } = await makeFrame()
  const data = await visit(form.replace('/book?', '/book.data?'))
  expect([data.headers.get('X-Frame-Options'), ancestorsOf(data)]).toEqual(['DENY', "'none'"])
  for (const path of ['/embed/x/nowhere', '/embed/x/booking', '/embed', '/embed.js'])
    expect((await visit(path)).headers.get('X-Frame-Options'), path).toBe('DENY')
})

test('only the page with the widget preview may show frames, and only frames of our own site', async () => {
  const framesOf = async (path: string) =>
    /frame-src ([^;]*)/.exec((await visit(path)).headers.get('Content-Security-Policy') ?? '')?.[1]
  expect(await framesOf('/winemaker/integrations')).toBe("'self'")
  for (const path of ['/winemaker/dashboard', '/winemaker/integrations/poster', '/', '/admin/dashboard'])
    expect(await framesOf(path), path).toBe("'none'")
})

test('the frame has the vineyard’s colour, the theme that the website requests, and no inline styles', async () => {
  const { form } = await makeFrame({ accent_colour: '#ffcc00' })
  const [usual, dark, light] = await Promise.all(
    ['', '&theme=dark', '&theme=light'].map(async (theme) => {
      const response = await visit(form + theme)
      return { html: await response.text(), policy: response.headers.get('Content-Security-Policy') ?? '' }
    }),
  )
  expect(usual?.html).toMatch(/<style>:root\{--vine:#[0-9a-f]{6};.*prefers-color-scheme: dark/)
  expect(usual?.html).not.toMatch(/\sstyle="/)
  expect(usual?.policy).not.toContain('unsafe')
  expect(usual?.policy).toContain("require-trusted-types-for 'script'")
  expect(dark?.html).not.toMatch(/prefers-color-scheme:\s*dark\)\s*\{/)
  expect(dark?.html).toContain('color-scheme:dark')
  expect(light?.html).toContain('@media not all')
  expect(light?.html).toContain('color-scheme:light')
})

test('limits how often one IP address books in a frame', async () => {
  const { form } = await makeFrame()
  const send = async (to: string) =>
    (
      await visit(to, {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { 'X-Forwarded-For': '10.255.0.1' },
      })
    ).status
  expect(await send(form)).toBe(422)
  // Forms of a vineyard that does not exist count towards the same limit, and are answered faster.
  for (let n = 0; n < 60; n++) await send('/embed/nonsense/book')
  expect(await send(form)).toBe(429)
})

test('shows a message when the database is unavailable', async () => {
  const response = await app.visitWithoutDatabase('/embed/de510001-0000-4000-8000-000000000000')
  expect(response.status).toBe(503)
  expect(await textOf(response)).toContain('Try again')
  app.expectErrors()
})
