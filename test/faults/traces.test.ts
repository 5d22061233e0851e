import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { erasePerson } from '../../app/staff/personal-data/person.server.ts'
import { makeBookable } from '../make.ts'
import { findColumnsContaining } from '../text-columns.ts'
import { openSite } from './site.ts'

const site = await openSite({ LOG_LEVEL: 'debug' })
afterAll(() => site.close())
const base = `http://127.0.0.1:${site.port}`
const word = 'zqtraced'
const email = `${word}@example.com`

/** Returns the files of the data folder that contain a text. The tables and the WAL of Postgres are left out. */
async function filesWith(text: string): Promise<string[]> {
  const files = (await readdir(site.folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  )
  const found: string[] = []
  for (const file of files) {
    const path = relative(site.folder, join(file.parentPath, file.name))
    if (/^postgres\/(base|pg_wal)\//.test(path)) continue
    if ((await readFile(join(site.folder, path))).includes(text)) found.push(path)
  }
  return found
}

async function formOf(path: string, answers: Record<string, string>) {
  const { status } = await fetch(`${base}${path}`, {
    method: 'POST',
    body: new URLSearchParams(answers),
    redirect: 'manual',
  })
  return status
}

// ASVS 16.2.5
test('personal data stays out of logs and files, even after errors, and erasure removes it from tables', async () => {
  const { sql } = site
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { path, answers } = await makeBookable(sql, { date: day })
  const who = { guest_name: `${word} Name`, guest_email: email, special_requests: word }
  expect(await formOf(path, { ...answers(), ...who })).toBe(302)
  const message = { name: word, email, subject: word, message: `${word} message`, form_key: randomUUID() }
  expect(await formOf('/contact', message)).toBe(302)

  // The database now rejects the person's texts, with errors that quote the row.
  await sql`alter table bookings add constraint nobody check (guest_name <> ${sql.unsafe(`'${word} Name'`)}) not valid`
  await sql`alter table contact_messages add constraint no_words check (message = '') not valid`
  await sql.unsafe(`
    create function misread() returns trigger language plpgsql as $$
    begin perform new.name::int; return new; end $$;
    create trigger misread before insert on vineyard_claims for each row execute function misread()`)
  expect(await formOf(path, { ...answers(), ...who })).toBe(503)
  expect(await formOf('/contact', { ...message, form_key: randomUUID(), message: `${word} again` })).toBe(503)
  const claim = { vineyard_id: path.split(/[/?]/)[2], name: word, email, role: word, message: word }
  const calls = [JSON.stringify(claim), `{"name": "${word}`]
  const answered = await Promise.all(
    calls.map((body) =>
      fetch(`${base}/api/vineyard_claims`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    ),
  )
  expect(answered.map(({ status }) => status)).toEqual([503, 400])

  expect(site.output()).toContain('"level":50')
  expect(site.output()).toContain('nobody')
  expect(site.output()).not.toContain(word)
  expect(await filesWith(word)).toEqual([])
  // Negative control: the search finds a text that is stored in a file.
  expect(await filesWith('chalk')).not.toEqual([])

  await sql`alter table bookings drop constraint nobody`
  expect(await findColumnsContaining(sql, word)).toContain('bookings.guest_name')
  const erased = await erasePerson(sql, email, { by: { actor: 'system' }, cancel: true }, new Date())
  expect(erased).toMatchObject({ ok: true, value: { bookings: 1, messages: 1 } })
  expect(await findColumnsContaining(sql, word)).toEqual([])
  expect(await filesWith(word)).toEqual([])
  expect(site.output()).not.toContain(word)
})
