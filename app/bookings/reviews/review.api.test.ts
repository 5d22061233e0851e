import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, makeWinemaker } from '../../../test/make.ts'
import { pictures } from '../../../test/pictures.ts'
import { makeReview, makeVisits, ratingIn, reviewCalls, visitEnd } from '../../../test/reviews.ts'

const app = await startApp({ now: '2026-06-06T16:00:00Z' })
const { sql, visit, submit } = app
const admin = await makeAdmin(sql)
const hour = 3_600_000

const { call, setPictureShown, listOf, pageOf, upload } = reviewCalls(app)

test('without scripts, a guest can write a review through the link of the booking, and a refused form keeps the typed text', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const made = await makeVisits(sql)
  const id = await made.visit()
  const path = `/booking/${id}/review`
  expect(await pageOf(path)).toContain('How was your visit?')
  // The parameter in the URL alone does not make the page thank the guest.
  expect(await pageOf(`${path}?saved=review`)).not.toContain('Thank you. Your review')
  const refused = await submit(path, { seen: '', stars: '', words: 'A <b>long</b> walk.' })
  expect(refused.status).toBe(422)
  const again = await refused.text()
  expect(again).toContain('Please choose one to five stars.')
  expect(again).toContain('A &lt;b&gt;long&lt;/b&gt; walk.')
  const empty = await submit(path, { seen: '', stars: '2', words: ' ' })
  expect(await empty.text()).toMatch(/value="2"[^>]*checked|checked[^>]*value="2"/)
  const sent = await submit(path, { seen: '', stars: '4', words: 'A <b>long</b> walk.' })
  expect([sent.status, sent.headers.get('Location')]).toEqual([302, `${path}?saved=review`])
  const vineyard = await pageOf(`/vineyard/${made.vineyard_id}`)
  expect(vineyard).toContain('A &lt;b&gt;long&lt;/b&gt; walk.')
  expect(vineyard).toContain('Ada, June 2026')
  expect(vineyard).not.toContain('Lovelace')
  expect((await visit(`/booking/${crypto.randomUUID()}/review`)).status).toBe(404)
})

test('refuses a form whose field `seen` is not a time, as if the review had been changed meanwhile', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const made = await makeVisits(sql)
  const id = await made.visit()
  await makeReview(sql, id, { now: app.now })
  for (const seen of [
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    'then',
  ])
    expect((await submit(`/booking/${id}/review`, { seen, stars: '1', words: 'Other.' })).status, seen).toBe(
      409,
    )
})

test('the average appears once there are three reviews, and equals the average in the data for search engines', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  for (const stars of [5, 4]) await makeReview(sql, await arrive(), { stars })
  const two = await pageOf(`/vineyard/${vineyard_id}`)
  expect(ratingIn(two)).toBeUndefined()
  expect(two).not.toContain('out of 5')
  await makeReview(sql, await arrive(), {
    stars: 4,
    words: 'The newest.',
    now: new Date(visitEnd.getTime() + 2 * hour),
  })
  const three = await pageOf(`/vineyard/${vineyard_id}?fresh=1`)
  expect(three).toContain('4.3 out of 5, 3 reviews')
  expect(ratingIn(three)).toMatchObject({ ratingValue: '4.3', reviewCount: 3, bestRating: 5 })
  expect(three.indexOf('The newest.')).toBeLessThan(three.indexOf('Lovely.'))
  const { name } = (await sql<[{ name: string }]>`select name from vineyards where id = ${vineyard_id}`)[0]
  const found = await pageOf(`/explore?search=${encodeURIComponent(name)}&sort=rating`)
  expect(found).toContain('4.3 out of 5, 3 reviews')
  const shown = await (await visit(`/api/reviews/shown?vineyard_id=${vineyard_id}`)).json()
  expect(shown).toMatchObject({
    rating: { average: 4.3, reviews: 3 },
    items: [{ words: 'The newest.' }, {}, {}],
  })
})

test('search sorts vineyards by their average, and lists vineyards with fewer than three reviews last', async () => {
  const mark = `Sorted ${crypto.randomUUID().slice(0, 8)}`
  const vineyards = [
    { name: `${mark} A`, stars: [5, 5] },
    { name: `${mark} B`, stars: [3, 4, 3] },
    { name: `${mark} C`, stars: [4, 5, 5] },
  ]
  for (const { name, stars } of vineyards) {
    const { vineyard_id, visit: arrive } = await makeVisits(sql)
    await sql`update vineyards set name = ${name} where id = ${vineyard_id}`
    for (const given of stars) await makeReview(sql, await arrive(), { stars: given })
  }
  const page = await pageOf(`/explore?search=${encodeURIComponent(mark)}&sort=rating`)
  const order = [...page.matchAll(new RegExp(`<h3><a[^>]*>${mark} (.)</a>`, 'g'))].map(([, letter]) => letter)
  expect(order).toEqual(['C', 'B', 'A'])
})

test('staff can answer each review of their own vineyard once, and can change the answer within 24 hours', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const manager = await makeWinemaker(sql, { vineyard_id, role: 'manager' })
  const gate = await makeWinemaker(sql, { vineyard_id, role: 'gate' })
  const stranger = await makeWinemaker(sql)
  const id = await makeReview(sql, await arrive(), { words: 'Cold cellar.' })
  const path = `/${id}/answer`
  expect((await call('PUT', path, gate, { answer: 'Thanks.' })).status).toBe(403)
  expect((await call('GET', '', gate)).status).toBe(403)
  expect((await call('PUT', path, stranger, { answer: 'Thanks.' })).status).toBe(404)
  const [{ version }] = await listOf(winemaker)
  expect((await call('PUT', path, winemaker, { answer: 'We heat it now.' }, version)).status).toBe(204)
  expect((await call('PUT', path, manager, { answer: 'Mine.' }, version)).status).toBe(412)
  app.now = new Date(app.now.getTime() + 24 * hour - 1)
  expect((await call('PUT', path, manager, { answer: 'It is warm now.' })).status).toBe(204)
  app.now = new Date(app.now.getTime() + 1)
  const late = await call('PUT', path, manager, { answer: 'It is hot.' })
  expect([late.status, (await late.json()).error]).toEqual([
    409,
    'An answer can be changed for 24 hours. That time has passed.',
  ])
  expect(await listOf(manager)).toMatchObject([{ answer: 'It is warm now.', may_answer: false, reports: [] }])
  expect(await listOf(stranger)).toEqual([])
  expect(await pageOf(`/vineyard/${vineyard_id}`)).toContain('It is warm now.')
  const file = await (await call('GET', '/file', winemaker)).text()
  expect(file).toContain('Cold cellar.')
})

test('without scripts, a visitor can report a review, and admins can hide the review under one of the rules', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const id = await makeReview(sql, await arrive(), { words: 'Rude words.' })
  const path = `/vineyard/${vineyard_id}`
  expect((await submit(path, { review: id, rule: '' })).status).toBe(422)
  expect((await submit(path, { review: crypto.randomUUID(), rule: '3' })).status).toBe(404)
  for (const rule of ['3', '3', '6'])
    expect((await submit(path, { review: id, rule })).headers.get('Location')).toBe(
      `${path}?reported=1#reviews`,
    )
  const reported = await listOf(admin, '?state=reported')
  expect(reported).toMatchObject([
    {
      id,
      reports: [
        { rule: 3, times: 2 },
        { rule: 6, times: 1 },
      ],
    },
  ])
  const owner = await makeWinemaker(sql, { vineyard_id })
  expect(await listOf(owner, '?state=reported'), 'the vineyard does not learn of reports').toEqual([])
  expect(await listOf(owner, '?state=unanswered')).toMatchObject([{ id, reports: [] }])
  expect((await call('PUT', `/${id}/hidden`, admin, { rule: 99 })).status).toBe(422)
  expect((await call('PUT', `/${id}/hidden`, admin, { rule: 3 })).status).toBe(204)
  expect(await pageOf(`${path}?fresh=2`)).not.toContain('Rude words.')
  expect(await listOf(admin, '?state=reported')).toEqual([])
  expect(await listOf(admin, '?state=hidden')).toMatchObject([{ id, hidden_by_rule: 3 }])
  expect((await submit(path, { review: id, rule: '3' })).status).toBe(404)
})

test('limits how often one IP address can report and write reviews', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const id = await makeReview(sql, await arrive())
  const [one = visit] = app.visits
  const send = (path: string, fields: Record<string, string>) =>
    one(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'X-Forwarded-For': '192.0.2.77' },
    })
  const statuses = []
  for (let n = 0; n < 31; n++)
    statuses.push((await send(`/vineyard/${vineyard_id}`, { review: id, rule: '1' })).status)
  expect(statuses.slice(0, 30).every((status) => status === 302)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  const booking = await arrive()
  const written = await send(`/booking/${booking}/review`, { seen: '', stars: '4', words: 'Typed words.' })
  expect([written.status, (await written.text()).includes('Typed words.')]).toEqual([429, true])
  expect(await sql`select from reviews where booking_id = ${booking}`).toHaveLength(0)
})

test('a picture loses its metadata, and visitors see the picture once an admin has shown it', async () => {
  app.now = new Date(visitEnd.getTime() + hour)
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const booking = await arrive()
  expect((await upload(booking, await pictures.phone())).status).toBe(422)
  await makeReview(sql, booking)
  expect((await upload(booking)).status).toBe(422)
  expect(await (await upload(booking, pictures.svg())).text()).toContain('That is an SVG file.')
  for (const bytes of [await pictures.phone(), await pictures.png(), await pictures.webp()])
    expect((await upload(booking, bytes)).headers.get('Location')).toBe(
      `/booking/${booking}/review?saved=picture`,
    )
  expect(await (await upload(booking, await pictures.png())).text()).toContain(
    'A review has at most 3 pictures.',
  )
  const [picture] = await sql<[{ id: string; address: string }]>`
    select p.id, p.address from review_pictures p join reviews r on r.id = p.review_id
    where r.booking_id = ${booking} order by p.created_at, p.id limit 1`
  expect(picture.address).toMatch(/^\/media\/review-/)
  // Before an admin shows the picture, only people who know the booking see it.
  const own = `${picture.address}?booking=${booking}`
  for (const path of [picture.address, `${picture.address}?booking=${await arrive()}`])
    expect((await visit(path)).status).toBe(404)
  const stored = await visit(own)
  expect([stored.status, stored.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
  expect(Buffer.from(await stored.arrayBuffer()).includes('Lovelace')).toBe(false)
  expect(await pageOf(`/booking/${booking}/review`)).toContain(`.webp?booking=${booking}`)
  expect(await pageOf(`/vineyard/${vineyard_id}`)).not.toContain(picture.address)
  const winemaker = await makeWinemaker(sql, { vineyard_id })
  const show = (who: { token: string }, is_shown: boolean) => setPictureShown(picture.id, who, is_shown)
  expect((await show(winemaker, true)).status).toBe(403)
  expect(await listOf(winemaker)).toMatchObject([{ pictures: [] }])
  expect((await listOf(admin, '?state=pictures'))[0].pictures[0].address).toBe(own)
  expect((await show(admin, true)).status).toBe(200)
  expect(await listOf(winemaker)).toMatchObject([{ pictures: [{ id: picture.id }] }])
  const shown = await visit(picture.address)
  expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=86400'])
  expect(await pageOf(`/vineyard/${vineyard_id}?fresh=3`)).toContain(picture.address)
  // While the review is hidden, the guest's page says that its pictures are hidden too.
  await sql`update reviews set hidden_by_rule = 3 where booking_id = ${booking}`
  const hidden = await pageOf(`/booking/${booking}/review`)
  expect(hidden).toContain('Hidden with your review')
  expect(hidden).not.toMatch(/Shown as|On the page/)
  await sql`update reviews set hidden_by_rule = null where booking_id = ${booking}`
  // After the guest removes the picture, its files are no longer served.
  expect((await submit(`/booking/${booking}/review`, { remove: picture.id })).status).toBe(302)
  for (const path of [picture.address, own]) expect((await visit(path)).status).toBe(404)
  expect(await pageOf(`/vineyard/${vineyard_id}?fresh=4`)).not.toContain(picture.address)
})

test('the review of an erased guest loses its words, answer and pictures, and no longer counts in the average', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const bookings = [await arrive(), await arrive(), await arrive()]
  for (const booking of bookings) await makeReview(sql, booking, { stars: 3, words: `By ${booking}.` })
  const [gone = ''] = bookings
  app.now = new Date(visitEnd.getTime() + hour)
  await upload(gone, await pictures.png())
  await sql`update bookings set guest_email = 'gone@example.com' where id = ${gone}`
  const [exported] = await sql<[{ person: { reviews: object[] } }]>`
    select export_person('gone@example.com') as person`
  expect(exported.person.reviews).toMatchObject([
    { stars: 3, words: `By ${gone}.`, pictures: [expect.stringContaining('/media/')] },
  ])
  await sql`select erase_bookings(${[gone]}::uuid[], ${app.now})`
  const page = await pageOf(`/vineyard/${vineyard_id}`)
  expect(page).not.toContain(`By ${gone}.`)
  expect(page).not.toContain('out of 5')
  expect(ratingIn(page)).toBeUndefined()
  const rows = await sql`
    select r.words, r.answer, p.removed_at is not null as removed
    from reviews r join review_pictures p on p.review_id = r.id where r.booking_id = ${gone}`
  expect([...rows]).toEqual([{ words: '', answer: '', removed: true }])
  const again = await submit(`/booking/${gone}/review`, { seen: '', stars: '5', words: 'Again.' })
  expect(again.status).toBe(409)
})

test('shows hostile names and words as text, and no reviews of a demonstration estate', async () => {
  const { vineyard_id, visit: arrive } = await makeVisits(sql)
  const booking = await arrive({ guest_name: '<img/src=x> Lovelace' })
  const words = `</script><script>alert(1)</script> ${'w'.repeat(2000)} \u202Eשלום`
  await submit(`/booking/${booking}/review`, { seen: '', stars: '1', words })
  const page = await pageOf(`/vineyard/${vineyard_id}`)
  expect(page).not.toContain('<script>alert(1)')
  expect(page).not.toContain('<img/src=x>')
  expect(page).toContain('w'.repeat(2000))
  await sql`update vineyards set is_demo = true where id = ${vineyard_id}`
  expect(await pageOf(`/vineyard/${vineyard_id}?fresh=5`)).not.toContain('w'.repeat(2000))
})
