import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { linkCalls } from '../../../test/one-time-links.ts'
import { makeAdmin, makeVineyard, signedIn } from '../../../test/make.ts'
import { claimEmails } from '../../moving-in/claims/emails.ts'
import type { MailRow } from '../../mail/email.ts'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import { accountEmails } from './emails.ts'

const app = await startApp()
const password = 'tenterden-hop-garden'

const { post, mailed, lastMailed } = linkCalls(app)

test('the page of an unused link names the person whom the link is for, and the email names nobody', async () => {
  const admin = await makeAdmin(app.sql)
  const vineyard = await makeVineyard(app.sql, { name: 'Marl Bank' })
  const email = 'gold@example.com'
  const invited = { vineyard_id: vineyard.id, name: 'Gold at gold.example', email, position: 'Cellar door' }
  await post('winemakers', invited, signedIn(admin))
  await post('links/password', { email })
  const claimed = await makeVineyard(app.sql, { name: 'Chalk Pit' })
  const claim = {
    vineyard_id: claimed.id,
    name: 'Gold at gold.example',
    email,
    role: 'Owner',
    message: 'Ring us.',
  }
  await post('vineyard_claims', claim)
  const rows = await app.sql<MailRow[]>`select * from emails where to_address = ${email}`
  const site = { site_url: 'http://site.test', mail_from: 'mail@site.test' }
  const texts = await Promise.all(
    rows.map(async (row) => {
      const written = await { ...accountEmails, ...claimEmails }[row.email_type]?.write(app.sql, row, site)
      return JSON.stringify(written?.ok && written.value)
    }),
  )
  expect(texts).toEqual([1, 2, 3].map(() => expect.stringMatching(/^(?!.*gold\.example).*(Confirm|Choose)/)))

  const read = (token: string) => post('links/read', { token })
  const [invitation = '', reset = '', ofClaim = ''] = await mailed(email)
  const [name, atBank] = ['Gold at gold.example', { vineyard_name: 'Marl Bank' }]
  expect(await read(invitation)).toMatchObject({ status: 200, answer: { name, ...atBank } })
  expect(await read(reset)).toMatchObject({ status: 200, answer: { name, ...atBank } })
  expect(await read(ofClaim)).toMatchObject({ status: 200, answer: { name, vineyard_name: 'Chalk Pit' } })
  expect((await post('links/password/use', { token: invitation, password })).status).toBe(200)
  expect((await read(invitation)).status).toBe(410)
  await post('links/sign_in', { email: 'guest@example.com' })
  expect((await read(await lastMailed('guest@example.com'))).status).toBe(410)
})

test.each(['/set-password', '/claim'])(
  '%s says nothing about the link before the browser has read the link',
  async (path) => {
    const page = await (await app.visit(path)).text()
    expect(page).toContain('<button')
    for (const sentence of [linkSentences.spent_claim, linkSentences.needed])
      expect(page).not.toContain(sentence)
  },
)
