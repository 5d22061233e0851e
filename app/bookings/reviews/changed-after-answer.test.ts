import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeWinemaker } from '../../../test/make.ts'
import { makeReview, makeVisits, moderator, reviewCalls, visitEnd } from '../../../test/reviews.ts'
import { writeMail } from '../../email-templates.server.ts'
import type { MailRow } from '../../mail/email.ts'
import { sendDailySheets } from '../scheduled-jobs.server.ts'
import { writeReview } from './review.server.ts'
import { answerReview } from './staff-review.server.ts'

const app = await startApp()
const { sql } = app
const { pageOf } = reviewCalls(app)
const after = (hours: number) => new Date(visitEnd.getTime() + hours * 3_600_000)

test('a review that was changed after its answer says so to visitors, its writer and the staff', async () => {
  app.now = after(9)
  const { vineyard_id, visit } = await makeVisits(sql)
  await makeWinemaker(sql, { vineyard_id })
  const booking = await visit()
  const id = await makeReview(sql, booking, { words: 'Cold cellar.', now: after(1) })
  const by = { ...moderator, vineyard_id }
  const answer = (words: string, now: Date) => answerReview(sql, id, words, { by, seen: null }, now)
  const rewrite = (words: string, seen: number, now: number) =>
    writeReview(sql, booking, { stars: 5, words }, after(seen), after(now))
  await rewrite('Cool cellar.', 1, 2)
  await answer('We heat it now.', after(3))
  expect(await pageOf(`/booking/${booking}/review`)).not.toContain('after this answer')

  expect(await rewrite('Warm cellar.', 2, 8)).toMatchObject({ ok: true })
  const changed = 'The review was changed on <!-- -->7 June 2026<!-- -->, after this answer.'
  for (const path of [`/vineyard/${vineyard_id}`, `/booking/${booking}/review`])
    expect(await pageOf(path)).toContain(changed)
  expect(await answer('It is warm now.', after(9))).toMatchObject({ ok: true })

  await visit({ status: 'confirmed' })
  await sendDailySheets(sql, new Date('2026-06-06T06:00:00Z'))
  const [row] = await sql<[MailRow]>`select * from emails where email_type = 'vineyard_daily_sheet'`
  const written = await writeMail(sql, row, { site_url: 'http://site.test', mail_from: 'a@site.test' })
  expect(written.ok && written.value.text).toContain('1 review changed after your answer')
})

test('the page of a review opens as usual if `saved` in the URL names no event', async () => {
  app.now = after(2)
  const { visit } = await makeVisits(sql)
  const booking = await visit()
  await makeReview(sql, booking, { now: after(1) })
  for (const saved of ['__proto__', 'constructor', 'Hello there'])
    expect(await pageOf(`/booking/${booking}/review?saved=${saved}`)).toContain('Your review</h1>')
})
