import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { hashPassword, verifyPassword } from '../app/accounts/password.server.ts'
import type { Config } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database.server.ts'
import { keepOnce } from './keep-once.ts'

const admin = { name: 'Demonstration admin', email: 'admin@example.com' }
const winemaker = { name: 'Rosalind Pike', email: 'winemaker@example.com', position: 'Cellar door manager' }

type Passwords = { admin: string; winemaker: string }

/**
 * Gives the demonstration somebody to sign in as, where nobody can yet: an admin, and a winemaker of the first
 * demonstration estate. Their passwords are drawn for this data folder and kept in it, and printed as long as they
 * are good. In production there are none, and those of a demonstration that was opened before open nothing.
 */
export async function prepareFirstSignIn(
  sql: Sql,
  config: Pick<Config, 'production' | 'data_folder' | 'site_url'>,
  say: (line: string) => void,
): Promise<void> {
  if (config.production) return
  const file = join(config.data_folder, 'first-sign-in.json')
  const passwords = await readOrDraw(file)
  await sql.begin(async (transaction) => {
    const hashes = { admin: await hashed(passwords.admin), winemaker: await hashed(passwords.winemaker) }
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
      order by v.name
      limit 1
      on conflict do nothing`
  })
  const known = await sql<{ door: keyof Passwords; email: string; password_hash: string | null }[]>`
    select 'admin' as door, email, password_hash from admins where email = ${admin.email} and is_demo
    union all
    select 'winemaker', email, password_hash from winemakers where email = ${winemaker.email} and is_demo`
  const pages = { admin: 'login', winemaker: 'winemaker/login' }
  for (const { door, email, password_hash } of known) {
    const good = await verifyPassword(passwords[door], password_hash)
    if (good.ok && good.value)
      say(`First sign-in, ${door}: ${config.site_url}/${pages[door]}  ${email}  ${passwords[door]}`)
  }
}

async function readOrDraw(file: string): Promise<Passwords> {
  const drawn: Passwords = { admin: draw(), winemaker: draw() }
  return JSON.parse(await keepOnce(file, JSON.stringify(drawn))) as Passwords
}

function draw(): string {
  return randomBytes(12).toString('base64url')
}

async function hashed(password: string): Promise<string> {
  const made = await hashPassword(password)
  if (!made.ok) throw new Error('No password could be hashed.')
  return made.value
}
