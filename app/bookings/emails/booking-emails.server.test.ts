import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeVineyard } from '../../../test/make.ts'
import { noVisitFacts } from '../../../test/no-visit-facts.ts'
import { requestAnswers } from './visit-parts.ts'
import { writeMail } from '../../email-templates.server.ts'
import type { MailRow } from '../../mail/email.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import { moveBooking } from '../booking.server.ts'
import { notifyVineyards } from '../scheduled-jobs.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const site = { site_url: 'http://site.test', mail_from: 'Chalk & Vine <bookings@site.test>' }

/** Books an experience with these fields, and returns a function that writes an email of a given type about the booking. */
async function bookedEmails(experience: Record<string, string>) {
  const made = await makeDailyExperience(sql, { experience })
  const booking_id = await book(sql, made.experience, made.on('2026-06-06'), 2, now)
  return async (email_type: string) => {
    const [{ payload }] = await sql<[{ payload: unknown }]>`
      select email_payload(${booking_id}, ${email_type}) as payload`
    const row = { id: booking_id, email_type, to_address: 'ada@example.com', booking_id, payload }
    const mail = await writeMail(sql, row, site)
    if (!mail.ok) throw new Error(mail.problem)
    return mail.value
  }
}
/** Returns the QR code in an email: its image tag and the text below the image. */
const codeIn = (html: string) => /<img[^>]*code\.png[^>]*>[^<]*/.exec(html)?.[0]
const textOf = async (email_type: string, experience: Record<string, string>) =>
  (await (await bookedEmails(experience))(email_type)).text

test.each(['confirmed', 'reminder'])('the email %s names the stated facts about the visit', async (type) => {
  const text = await textOf(type, { station: 'Polegate, 20 minutes by taxi', dogs: 'on_lead' })
  expect(text).toContain('Polegate, 20 minutes by taxi')
  expect(text).toContain('Dogs on a lead')
  expect(text).not.toMatch(/Parking|Children|Food/)
})

test('emails about a booking mention another booking with the same address and the same start', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const bookAs = async (email: string, day: string) => {
    const id = await book(sql, experience, on(day), 2, now)
    const [{ reference }] = await sql<[{ reference: string }]>`
      update bookings set guest_email = ${email} where id = ${id} returning reference`
    return { id, reference }
  }
  const [first, second] = [
    await bookAs('Bo@example.com', '2026-06-06'),
    await bookAs('bo@example.com', '2026-06-06'),
  ]
  const [other, later] = [
    await bookAs('cy@example.com', '2026-06-06'),
    await bookAs('bo@example.com', '2026-06-07'),
  ]
  const textTo = async (to_address: string, booking_id: string, email_type = 'confirmed') => {
    const [{ payload }] = await sql<
      [{ payload: unknown }]
    >`select email_payload(${booking_id}, ${email_type}) as payload`
    const mail = await writeMail(sql, { id: booking_id, email_type, to_address, booking_id, payload }, site)
    return mail.ok ? mail.value.text.replace(/\s+/g, ' ') : ''
  }
  const text = await textTo('bo@example.com', second.id)
  expect(text).toContain(
    `You have another booking at the same time: ${first.reference}. If you need only one`,
  )
  expect(text).toContain(`http://site.test/booking/${first.id}`)
  // An email does not mention a booking with another time or address, and mentions none if it goes to an
  // address other than the guest's.
  for (const [to, id] of [
    ['bo@example.com', later.id],
    ['cy@example.com', other.id],
    ['cy@example.com', second.id],
    ['bo@example.com', other.id],
  ] as const)
    expect(await textTo(to, id)).not.toMatch(/^$|another booking/)
  await sql`update bookings set status = 'cancelled' where id = ${first.id}`
  expect(await textTo('bo@example.com', second.id)).not.toMatch(/^$|another booking/)
})

test('the confirmation and the reminder contain the facts that the vineyard stated, and the month of the statement', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const stated = {
    vineyard_id,
    fact: 'shelter',
    choice: 'covered',
    detail: 'The barn',
    stated_on: '2026-05-03',
  }
  await sql`insert into vineyard_facts ${sql(stated)}`
  const write = await bookedEmails({ vineyard_id })
  for (const type of ['confirmed', 'reminder'])
    expect((await write(type)).text).toMatch(
      /On the day: Under cover when it rains\. The barn[\s\S]*Stated by the vineyard in May 2026\./,
    )
  expect((await write('received')).text).not.toContain('Under cover')
})

test("emails answer the guest's request with the stated facts, unless the address is unverified", async () => {
  const facts = { ...noVisitFacts, step_free: 'partly' as const, special_requests: 'Wheelchair' }
  expect(requestAnswers({ ...facts, is_unverified: false })).toEqual([
    { kind: 'facts', facts: [{ label: 'You asked for step-free access', value: 'Step-free in parts.' }] },
  ])
  expect(requestAnswers({ ...facts, is_unverified: true })).toEqual([])
  expect(requestAnswers({ ...facts, special_requests: '', is_unverified: false })).toEqual([])

  const write = await bookedEmails({ step_free: 'partly' })
  const answer = /You asked for step-free access:\s+Step-free in parts\./
  for (const type of ['confirmed', 'reminder']) expect((await write(type)).text).not.toMatch(answer)
  await sql`update bookings set special_requests = 'Wheelchair', channel = 'staff'`
  for (const type of ['confirmed', 'reminder']) expect((await write(type)).text).toMatch(answer)
})

test('the email “received” leaves out the facts about the visit', async () => {
  expect(await textOf('received', { dogs: 'on_lead' })).not.toContain('Dogs')
})

test.each(['received', 'confirmed', 'moved'])(
  'the email %s names what is included and the last moment to cancel, and names the time zone only once',
  async (type) => {
    const text = await textOf(type, { included: 'Five wines', cancellation_cutoff_minutes: '60' })
    expect(text).toContain('Five wines')
    expect(text).toMatch(/Free to cancel until Saturday 6 June, \d+:\d\d [AP]M\./)
    expect(text.match(/All times are UK time\./g)).toHaveLength(1)
  },
)

test('an email about a visit shows the photograph, or the poster with its label, or neither', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { name: 'Chalk Hill' })
  const write = await bookedEmails({ vineyard_id })
  const pictureIn = async (email_type: string) => {
    const { html, text } = await write(email_type)
    expect(text).not.toMatch(/\n\n\n/)
    return /<img[^>]*picture\.jpg[^>]*>[^<]*/.exec(html)?.[0]
  }
  const src = `src="http://site.test/vineyard/${vineyard_id}/picture.jpg"`
  expect(await pictureIn('confirmed')).toBeUndefined()

  await sql`
    update vineyard_posters set address = '/media/poster-' || md5('x') || '-960x720.webp', drawing_version = 1
    where vineyard_id = ${vineyard_id}`
  const drawn = await pictureIn('confirmed')
  expect(drawn).toContain(src)
  expect(drawn).toContain('alt="Illustration of the country around Chalk Hill"')
  expect(drawn).toContain('>Illustration')
  expect(await pictureIn('cancelled')).toBeUndefined()

  await sql`update vineyards set cover_image_url = '/media/x.webp' where id = ${vineyard_id}`
  const photograph = await pictureIn('reminder')
  expect(photograph).toContain(src)
  expect(photograph).toContain('alt="Picture of Chalk Hill"')
  expect(photograph).not.toContain('Illustration')

  await sql`update vineyards set is_visible = false where id = ${vineyard_id}`
  expect(await pictureIn('confirmed')).toBeUndefined()
})

test.each(['received', 'confirmed', 'moved', 'reminder'])(
  'the email %s shows the QR code, and describes the code for guests who see no pictures',
  async (type) => {
    const { html, text } = await (await bookedEmails({}))(type)
    const [link] = /http:\/\/site\.test\/booking\/[\da-f-]{36}/.exec(html) ?? []
    const [reference] = /CV-\w{4}-\w{2}/.exec(text) ?? []
    const code = codeIn(html)
    expect(code).toContain(`src="${link}/code.png"`)
    expect(code).toContain(`alt="QR code of booking ${reference}"`)
    expect(code).toMatch(/ width="160"/)
    expect(code).toContain('Show this code when you arrive, or give your name.')
  },
)

test('emails about cancelled and past bookings show no QR code', async () => {
  const write = await bookedEmails({})
  for (const type of ['cancelled', 'thank_you']) expect(codeIn((await write(type)).html)).toBeUndefined()
  await sql`update bookings set status = 'cancelled'`
  expect(codeIn((await write('confirmed')).html)).toBeUndefined()
})

test('emails about a change state the former time only if this change moved the visit', async () => {
  const { id: vineyard_id } = await makeVineyard(sql, { email: 'hello@windover.example.com' })
  const { experience, on } = await makeDailyExperience(sql, { experience: { vineyard_id } })
  const id = await book(sql, experience, on('2026-06-06'), 2, now)
  const change = async (move: Parameters<typeof moveBooking>[2]) => {
    expect(await moveBooking(sql, id, move, { by: { ...nobody, actor: 'guest' } }, now)).toMatchObject({
      ok: true,
    })
  }
  await change({ slot: on('2026-06-07') })
  await change({ number_of_guests: 3 })
  await notifyVineyards(sql, await sql<MailRow[]>`select id from emails where booking_id = ${id}`, now)
  const mails = await sql<MailRow[]>`
    select * from emails where booking_id = ${id} and email_type in ('moved', 'vineyard_moved')
    order by coalesce(event_id, after_event_id), email_type`
  const former = async (row: MailRow) => {
    const mail = await writeMail(sql, row, site)
    return [row.email_type, mail.ok && /Before, it was [^.]*/.exec(mail.value.text.replace(/\s+/g, ' '))?.[0]]
  }
  expect(await Promise.all(mails.map(former))).toEqual([
    ['moved', 'Before, it was Saturday, June 6, 2026, 2:30 PM'],
    ['vineyard_moved', 'Before, it was Saturday, June 6, 2026, 2:30 PM'],
    ['moved', undefined],
    ['vineyard_moved', undefined],
  ])
})
