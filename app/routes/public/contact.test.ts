import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'

const app = await startApp({ env: { CONTACT_EMAIL: 'hello@example.com' } })
const { sql, visit, submit } = app
const typed = () => ({
  name: 'Ada',
  email: 'ada@example.com',
  subject: `A vineyard you missed ${randomUUID()}`,
  message: 'There is one behind the church.\nDo look.',
  form_key: randomUUID(),
})

test('stores a message, then thanks the visitor instead of showing the form again', async () => {
  const message = typed()
  const response = await submit('/contact', message)
  expect(response.status).toBe(302)
  const page = await (await visit(response.headers.get('Location') ?? '')).text()
  expect(page).toContain('Thank you for your message.')
  expect(page).toContain('Write Another Message')
  expect(page).not.toContain('Send Message')
  const [stored] =
    await sql`select name, email, subject, message, state from contact_messages where subject = ${message.subject}`
  const { form_key: _, ...fields } = message
  expect(stored).toEqual({ ...fields, state: 'new' })
})

test('submitting the same form twice stores one message', async () => {
  const message = typed()
  await submit('/contact', message)
  await submit('/contact', message)
  const stored = await sql`select from contact_messages where subject = ${message.subject}`
  expect(stored).toHaveLength(1)
})

test('sending the same form with another text stores a second message', async () => {
  const message = typed()
  await submit('/contact', message)
  await submit('/contact', { ...message, message: 'And one more thing.' })
  await submit('/contact', { ...message, message: 'And one more thing.' })
  const stored = await sql`select from contact_messages where subject = ${message.subject}`
  expect(stored).toHaveLength(2)
})

test('rejects bodies that are not a form, and rejects the methods PUT and DELETE', async () => {
  const json = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
  expect((await visit('/contact', json)).status).toBe(400)
  expect((await visit('/contact', { method: 'PUT', body: 'x=1' })).status).toBe(405)
  expect((await visit('/contact', { method: 'DELETE' })).status).toBe(405)
})

test('shows an error at each missing or invalid field and keeps the input', async () => {
  for (const [field, wrong] of [
    ['name', ''],
    ['email', 'ada at example'],
    ['subject', 'x'.repeat(201)],
    ['message', ' '],
    ['name', 'Ada\r\nBcc: all@example.com'],
  ] as const) {
    const response = await submit('/contact', { ...typed(), [field]: wrong })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('Please check the fields marked below.')
    expect(page.match(/aria-invalid="true"/g), field).toHaveLength(1)
    if (field !== 'message') expect(page).toContain('behind the church')
  }
})

test('the page says that the message could not be stored, and the form keeps the message', async () => {
  const response = await app.submitWithoutDatabase('/contact', typed())
  expect(response.status).toBe(503)
  const page = await response.text()
  expect(page).toContain('We couldn’t send your message. Please try again.')
  expect(page).toContain('behind the church')
  expect(app.expectErrors()).toHaveLength(1)
})

test('shows the business hours and the configured address', async () => {
  const page = await (await visit('/contact')).text()
  for (const text of ['Mon-Fri', '9:00-18:00', '10:00-16:00', 'closed', 'hello@example.com'])
    expect(page).toContain(text)
})
