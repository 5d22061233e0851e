import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeBookable } from '../../../test/make.ts'
import { textOf } from '../../../test/page.ts'
import { writeMail } from '../../email-templates.server.ts'
import type { MailRow } from '../../mail/email.ts'
import { paidSentence, totalSentence } from './paid-sentence.ts'

const app = await startApp({ now: '2026-06-01T09:00:00Z' })
const { sql, visit, submit } = app

test.each([
  [0, 52.5, 'You pay at the vineyard.', '£52.50, paid at the vineyard'],
  [52.5, 0, 'Paid £52.50. Nothing is due.', '£52.50. Paid £52.50. Nothing is due'],
  [
    20,
    32.5,
    'Paid £20.00, £32.50 to pay at the vineyard.',
    '£52.50. Paid £20.00, £32.50 to pay at the vineyard',
  ],
  [
    70,
    -17.5,
    'Paid £70.00, £17.50 to be refunded by the vineyard.',
    '£52.50. Paid £70.00, £17.50 to be refunded by the vineyard',
  ],
])('describes £%d paid and £%d due', (paid, due, sentence, total) => {
  expect(paidSentence({ paid, due }, 'GBP')).toBe(sentence)
  expect(totalSentence(52.5, { paid, due }, 'GBP')).toBe(total)
})

test('the pages and emails of a paid booking say what is paid and what is due', async () => {
  const { path, answers } = await makeBookable(sql)
  const page = (await submit(path, answers())).headers.get('Location') ?? ''
  const id = page.split('/').at(-1) ?? ''
  const change = `/booking/${id}/change`
  const emailText = async (type: string) => {
    const [row] = await sql<[MailRow]>`
      select ${id} as id, ${type} as email_type, 'ada@example.com' as to_address, b.id as booking_id,
        email_payload(b.id, ${type}) as payload
      from bookings b where b.id = ${id}`
    const mail = await writeMail(sql, row, { site_url: 'http://site.test', mail_from: 'a@site.test' })
    return mail.ok ? mail.value.text.replace(/\s+/g, ' ') : ''
  }
  for (const each of [page, change])
    expect(await textOf(await visit(each))).toContain('You pay at the vineyard.')
  expect(await textOf(await visit(change))).toContain(
    'You keep the price you booked at, and pay at the vineyard.',
  )
  expect(await emailText('confirmed')).toMatch(
    /You pay at the vineyard\..*£37\.00, paid at the vineyard|£37\.00, paid at the vineyard.*You pay at the vineyard\./,
  )

  const payment = { entry: 'payment', kind: 'card', amount: 37, idempotency_key: randomUUID() }
  await sql`select record_payment(${id}, null, ${sql.json(payment)}, 'admin', ${id}, ${app.now})`
  const paid = 'Paid £37.00. Nothing is due.'
  for (const each of [page, change]) {
    const text = await textOf(await visit(each))
    expect(text).toContain(paid)
    expect(text).not.toMatch(/pay at the vineyard/i)
  }
  const [confirmed, moved] = [await emailText('confirmed'), await emailText('moved')]
  for (const text of [confirmed, moved]) {
    expect(text).toContain(`£37.00. ${paid.slice(0, -1)}`)
    expect(text).toContain(`Please arrive 15 minutes early. ${paid}`)
  }
  // The sum follows the number of guests that the guest chooses.
  expect(await textOf(await visit(`${change}?guests=3`))).toContain(
    'Paid £37.00, £18.50 to pay at the vineyard.',
  )

  const form = { seen: '2026-06-06 14:30:00 2', date: '2026-06-06', guests: '1', intent: 'book' }
  expect((await submit(change, { ...form, slot: answers().slot })).status).toBe(302)
  const refund = 'Paid £37.00, £18.50 to be refunded by the vineyard.'
  expect(await textOf(await visit(page))).toContain(refund)
  expect(await emailText('moved')).toContain(`£18.50. ${refund.slice(0, -1)}`)
})
