import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeBookable } from '../make.ts'
import { startSmtp } from '../smtp.ts'
import { openSite, type Site } from './site.ts'

const smtp = await startSmtp()
let site: Site
let worker: ChildProcess

beforeAll(async () => {
  await smtp.goDown()
  site = await openSite({ SMTP_URL: smtp.url })
  const env = { ...process.env, MAIL_DATABASE: site.databaseUrl, SMTP_URL: smtp.url }
  worker = fork('test/mail-worker.ts', { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(worker, 'message')
}, 120_000)
afterAll(async () => {
  worker?.kill('SIGKILL')
  await site?.close()
}, 60_000)

async function send(path: string, answers: Record<string, string>) {
  const body = new URLSearchParams(answers)
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  return { status: answer.status, to: answer.headers.get('Location') ?? '' }
}

/** Returns the number of emails in each state. The first sign-in email, which is never sent, is left out. */
const states = () => site.sql<{ state: string; mails: number }[]>`
  select state, count(*)::int as mails from emails where state <> 'kept' group by state order by state`

// ASVS 16.5.2
test('without a mail server the site works, and every email arrives once when the server is back', async () => {
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const { path, answers } = await makeBookable(site.sql, { date: day, pattern: { capacity: 40 } })
  const booked = await Promise.all(Array.from({ length: 8 }, () => send(path, answers())))
  expect(booked.map(({ status }) => status)).toEqual(booked.map(() => 302))
  const [first, second] = booked
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Dogs', message: 'May they come along?' }
  const others = [
    await send(first?.to ?? '', { intent: 'cancel' }),
    await send('/contact', { ...message, form_key: randomUUID() }),
  ]
  expect(others.map(({ status }) => status)).toEqual([302, 302])
  for (const page of ['/', '/explore', second?.to, '/healthz', '/readyz'])
    expect((await fetch(`http://127.0.0.1:${site.port}${page}`)).status, page).toBe(200)

  await expect
    .poll(async () => (await states()).map(({ state }) => state), { timeout: 60_000 })
    .toContain('failed')
  const [{ all }] = await site.sql<
    [{ all: number }]
  >`select count(*)::int as all from emails where state <> 'kept'`
  expect(all).toBeGreaterThanOrEqual(booked.length + 1)
  expect((await states()).map(({ state }) => state)).not.toContain('sent')
  expect(smtp.arrived).toEqual([])

  await smtp.comeBack()
  await expect.poll(states, { timeout: 120_000 }).toEqual([
    { state: 'sent', mails: all - 1 },
    // The "received" email of a booking that was cancelled meanwhile is not sent.
    { state: 'superseded', mails: 1 },
  ])
  const ids = (await smtp.parsed()).map(({ messageId }) => messageId)
  expect(ids).toHaveLength(all - 1)
  expect(new Set(ids).size).toBe(all - 1)
})
