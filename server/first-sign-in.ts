import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { hashPassword, verifyPassword } from '../app/people/accounts/password.server.ts'
import type { Config } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { inTransaction } from '../app/platform/database/retry.server.ts'
import { flintmere } from '../db/catalogue/demo/flintmere.ts'
import { readOrCreate } from './secrets.ts'

const admin = { name: 'Demonstration admin', email: 'admin@example.com' }
const winemaker = { name: 'Rosalind Pike', email: 'winemaker@example.com', position: 'Cellar door manager' }

type Passwords = { admin: string; winemaker: string }

/**
 * Creates an admin for the demonstration if there is no admin, and a winemaker if there is no winemaker: at the estate that is
 * open every day or, if that estate was deleted, at another. Stores random passwords in the data folder, and prints the passwords
 * while they are valid. Does nothing in production.
 */
export async function prepareFirstSignIn(
  sql: Sql,
  config: Pick<Config, 'production' | 'data_folder' | 'site_url'>,
  report: (line: string) => void,
): Promise<void> {
  if (config.production) return
  const file = join(config.data_folder, 'first-sign-in.json')
  const passwords = await readPasswords(file)
  await inTransaction(sql, async (transaction) => {
    const hashes = { admin: await hash(passwords.admin), winemaker: await hash(passwords.winemaker) }
    await transaction`
      insert into admins (name, email, password_hash, is_demo)
      select ${admin.name}, ${admin.email}, ${hashes.admin}, true
      where not exists (select from admins)
      on conflict do nothing`
    await transaction`
      insert into winemakers (vineyard_id, name, email, position, password_hash, is_demo)
      select v.id, ${winemaker.name}, ${winemaker.email}, ${winemaker.position}, ${hashes.winemaker}, true
      from vineyards v
      where v.is_demo and not exists (select from winemakers)
      order by v.id <> ${flintmere.id}, v.name
      limit 1
      on conflict do nothing`
  })
  const accounts = await sql<{ role: keyof Passwords; email: string; password_hash: string | null }[]>`
    select 'admin' as role, email, password_hash from admins where email = ${admin.email} and is_demo
    union all
    select 'winemaker', email, password_hash from winemakers where email = ${winemaker.email} and is_demo`
  const pages = { admin: 'login', winemaker: 'winemaker/login' }
  for (const { role, email, password_hash } of accounts) {
    const verified = await verifyPassword(passwords[role], password_hash)
    if (verified.ok && verified.value)
      report(`First sign-in, ${role}: ${config.site_url}/${pages[role]}  ${email}  ${passwords[role]}`)
  }
}

async function readPasswords(file: string): Promise<Passwords> {
  const passwords: Passwords = { admin: randomPassword(), winemaker: randomPassword() }
  return JSON.parse(await readOrCreate(file, JSON.stringify(passwords))) as Passwords
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

async function hash(password: string): Promise<string> {
  const hashed = await hashPassword(password)
  if (!hashed.ok) throw new Error('The password could not be hashed.')
  return hashed.value
}
