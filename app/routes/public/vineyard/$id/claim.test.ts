import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../../../test/app.ts'
import { makeAdmin, makeVineyard, signedIn } from '../../../../../test/make.ts'

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
  expect(await (await visit(`/vineyard/${id}/claim`)).text()).toContain(`<h1>Claim ${name}</h1>`)

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

test('after three links to one email address, refuses the next claim with a message and keeps the input', async () => {
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

const newVineyard = { vineyard_name: 'Mill Rows', vineyard_location: 'tn33 9aa', vineyard_website: '' }

test('approving the claim to an unlisted vineyard adds a hidden vineyard, which the claimant manages', async () => {
  const typed = { ...answers(), ...newVineyard, vineyard_website: 'www.millrows.example' }
  const sent = await submit('/for-vineyards/add', typed)
  expect([sent.status, sent.headers.get('Location')]).toEqual([302, '/for-vineyards/add?sent=1'])
  expect((await submit('/for-vineyards/add', typed)).status).toBe(302)
  expect(await (await visit('/for-vineyards/add?sent=1')).text()).toContain('we cannot send emails')
  const [link] = await sql`select payload from emails where to_address = ${typed.email}`
  expect(link?.payload.vineyard_name).toBe('Mill Rows')
  const token = String(link?.payload.link).split('/claim/')[1] ?? ''
  const post = (path: string, body: object, headers = {}) =>
    visit(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  expect(await (await post('/api/links/read', { token })).json()).toMatchObject({
    vineyard_name: 'Mill Rows',
  })
  const proved = await post('/api/links/claim/use', { token })
  expect(await proved.json()).toEqual({ vineyard_id: null, vineyard_name: 'Mill Rows' })

  const admin = await makeAdmin(sql)
  const list = await (await visit('/api/vineyard_claims?state=new', { headers: signedIn(admin) })).json()
  const [claimed] = list.items.filter(({ email }: { email: string }) => email === typed.email)
  expect(claimed).toMatchObject({
    vineyard_id: null,
    vineyard_name: 'Mill Rows',
    vineyard_location: 'tn33 9aa',
    vineyard_website: 'https://www.millrows.example',
  })
  expect((await post(`/api/vineyard_claims/${claimed.id}/approve`, {}, signedIn(admin))).status).toBe(204)
  expect(
    await sql`
    select v.name, v.postcode, v.city, v.website, v.is_visible, v.is_verified, w.email, w.role
    from vineyard_claims c join vineyards v on v.id = c.vineyard_id join winemakers w on w.vineyard_id = v.id
    where c.id = ${claimed.id}`,
  ).toEqual([
    {
      name: 'Mill Rows',
      postcode: 'TN33 9AA',
      city: null,
      website: 'https://www.millrows.example',
      is_visible: false,
      is_verified: true,
      email: typed.email,
      role: 'owner',
    },
  ])
  expect((await post(`/api/vineyard_claims/${claimed.id}/approve`, {}, signedIn(admin))).status).toBe(409)
})

test('a new vineyard needs a name and a location, and its website must be an address', async () => {
  const wrong = { ...answers(), ...newVineyard, vineyard_location: '', vineyard_website: 'no website' }
  const refused = await submit('/for-vineyards/add', wrong)
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Please tell us its town or postcode.')
  expect(page).toContain('value="Mill Rows"')
  const second = await submit('/for-vineyards/add', { ...wrong, vineyard_location: 'Battle' })
  expect(await second.text()).toContain('That does not look like the address of a website.')
  expect(await sql`select from vineyard_claims where email = ${wrong.email}`).toEqual([])
})

test('the same form with another website makes a second claim, so that no correction is lost', async () => {
  const form = { ...answers(), ...newVineyard, vineyard_website: 'https://mill-rows.example' }
  const corrected = { ...form, vineyard_website: 'https://millrows.example' }
  for (const typed of [form, form, corrected])
    expect((await submit('/for-vineyards/add', typed)).status).toBe(302)
  const stored = await sql`
    select vineyard_website from vineyard_claims where email = ${form.email} order by vineyard_website`
  expect(stored.map((each) => each.vineyard_website)).toEqual([
    'https://mill-rows.example',
    'https://millrows.example',
  ])
  expect(await sql`select from emails where to_address = ${form.email}`).toHaveLength(2)
})
