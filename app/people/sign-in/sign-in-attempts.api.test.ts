import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeAdmin, signedIn } from '../../../test/make.ts'
import { hashPassword } from '../accounts/password.server.ts'

const app = await startApp()
const current_password = 'hampshire-chalk-stream'
let password_hash = ''
beforeAll(async () => {
  const hashed = await hashPassword(current_password)
  password_hash = hashed.ok ? hashed.value : ''
})

async function call(path: string, content: object) {
  const response = await app.visit(`/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(content),
  })
  const text = await response.text()
  return { status: response.status, answer: text ? JSON.parse(text) : null }
}

const isSignedIn = async (caller: { token: string }) =>
  (await app.visit('/api/me', { headers: signedIn(caller) })).status === 200

test('an admin signs in over the API, refreshes and signs out', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const signed = await call('admin_sessions', {
    email: admin.email,
    password: current_password,
  })
  expect(signed.answer).toMatchObject({ user: { email: admin.email }, expires_at: expect.any(String) })
  const next = await call('admin_sessions/refresh', {
    refresh_token: signed.answer.refresh_token,
  })
  expect(await isSignedIn({ token: next.answer.access_token })).toBe(true)
  const { refresh_token } = next.answer
  expect((await call('admin_sessions/end', { refresh_token })).status).toBe(204)
  expect(await isSignedIn({ token: next.answer.access_token })).toBe(false)
  expect((await call('admin_sessions/refresh', { refresh_token })).status).toBe(401)
})

// ASVS 6.3.1 8.2.4
test('after five wrong passwords, an account is paused for two seconds, even for the right password', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const guess = (password: string) => call('admin_sessions', { email: admin.email, password })
  for (const _ of [1, 2, 3, 4, 5]) expect((await guess('wrong')).status).toBe(401)
  expect((await guess('wrong')).status).toBe(429)
  expect((await guess(current_password)).status).toBe(429)
  const start = app.now
  app.now = new Date(start.getTime() + 2_000)
  expect((await guess(current_password)).status).toBe(200)
  for (const _ of [1, 2, 3, 4]) expect((await guess('wrong')).status).toBe(401)
  app.now = start
})

// ASVS 6.3.1
test('checks only the free attempts among 40 concurrent wrong passwords', async () => {
  const admin = await makeAdmin(app.sql, { password_hash })
  const guesses = await Promise.all(
    Array.from({ length: 40 }, () => call('admin_sessions', { email: admin.email, password: 'wrong' })),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35)
})
