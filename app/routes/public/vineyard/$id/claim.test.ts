import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../../../test/app.ts'
import { makeVineyard } from '../../../../../test/make.ts'

const { sql, visit, visitWithoutDatabase, submit, submitWithoutDatabase, expectErrors } = await startApp()

const claim = {
  name: 'Rosalind Row',
  email: 'rosalind@example.com',
  role: 'Owner',
  message: 'Our number is on our website.',
}
let senders = 0
const answers = () => ({ ...claim, email: `rosalind-${++senders}@example.com`, form_key: randomUUID() })
const claims = (vineyard_id: string) => sql`
  select name, email, role, message, state from vineyard_claims where vineyard_id = ${vineyard_id}`

test('without a mail server, thanks the claimant and says that no email can be sent', async () => {
  const { id, name } = await makeVineyard(sql)
  expect(await (await visit(`/vineyard/${id}/claim`)).text()).toContain(`<h1>Claim <!-- -->${name}</h1>`)

  const typed = answers()
  const response = await submit(`/vineyard/${id}/claim`, typed)
  expect(response.status).toBe(302)
  const thanks = await visit(response.headers.get('Location') ?? '')
  expect(await thanks.text()).toContain('we cannot send emails at the moment')

  expect([...(await claims(id))]).toEqual([{ ...claim, email: typed.email, state: 'unproven' }])
})

test('submitting the same form twice makes one claim', async () => {
  const { id } = await makeVineyard(sql)
  const form = answers()
  const [first, second] = [
    await submit(`/vineyard/${id}/claim`, form),
    await submit(`/vineyard/${id}/claim`, form),
  ]
  expect([first.status, second.status]).toEqual([302, 302])
  expect(await claims(id)).toHaveLength(1)
})

test('after three links to one email address, refuses the next with a message and keeps the input', async () => {
  const { id } = await makeVineyard(sql)
  const { email } = answers()
  const send = () => submit(`/vineyard/${id}/claim`, { ...answers(), email })
  for (const _ of [1, 2, 3]) expect((await send()).status).toBe(302)
  const refused = await send()
  expect(refused.status).toBe(429)
  const page = await refused.text()
  expect(page).toContain('Too many attempts. Please wait')
  expect(page).toContain('>Our number is on our website.</textarea>')
  expect(await claims(id)).toHaveLength(3)
})

test('shows errors at their fields and keeps the input', async () => {
  const { id } = await makeVineyard(sql)
  const response = await submit(`/vineyard/${id}/claim`, { ...answers(), email: 'rosalind@', role: '' })
  const page = await response.text()
  expect(response.status).toBe(422)
  expect(page).toContain('That does not look like an email address.')
  expect(page).toContain('Please tell us what you do at the vineyard.')
  expect(page).toContain('value="Rosalind Row"')
  expect(page).toContain('>Our number is on our website.</textarea>')
  expect(await claims(id)).toHaveLength(0)
})

test('keeps the input when the claim cannot be stored', async () => {
  const { id } = await makeVineyard(sql)
  const response = await submitWithoutDatabase(`/vineyard/${id}/claim`, answers())
  expect(response.status).toBe(503)
  expect(await response.text()).toContain(claim.message)
  expect(await claims(id)).toHaveLength(0)
  expect(expectErrors()).not.toHaveLength(0)
})

test('refuses a claim to a verified vineyard', async () => {
  const { id } = await makeVineyard(sql, { is_verified: true })
  expect(await (await visit(`/vineyard/${id}/claim`)).text()).toContain('This entry is verified')
  expect((await submit(`/vineyard/${id}/claim`, answers())).status).toBe(302)
  expect(await claims(id)).toHaveLength(0)
})

test('answers 404 for an unknown, malformed or hidden vineyard', async () => {
  const hidden = await makeVineyard(sql, { is_visible: false })
  const shown = await Promise.all(
    [randomUUID(), 'nonsense', hidden.id].map((id) => visit(`/vineyard/${id}/claim`)),
  )
  expect(shown.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await submit(`/vineyard/${hidden.id}/claim`, answers())).status).toBe(404)
  expect((await visitWithoutDatabase(`/vineyard/${hidden.id}/claim`)).status).toBe(503)
  expectErrors()
})

test('redirects to the external claim form if one is configured', async () => {
  const elsewhere = await startApp({ env: { CLAIM_FORM_URL: 'https://forms.example.com/claim' } })
  const { id } = await makeVineyard(elsewhere.sql)
  expect(await (await elsewhere.visit(`/vineyard/${id}`)).text()).toContain(
    'href="https://forms.example.com/claim"',
  )
  const response = await elsewhere.visit(`/vineyard/${id}/claim`)
  expect([response.status, response.headers.get('Location')]).toEqual([
    302,
    'https://forms.example.com/claim',
  ])
})
