import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { onSiteDatabase, siteFolder } from './site-database.ts'

/** Returns the generated password of a demonstration account. */
export async function firstPassword(door: 'admin' | 'winemaker'): Promise<string> {
  const passwords: Record<string, string> = JSON.parse(
    await readFile(join(siteFolder(), 'first-sign-in.json'), 'utf8'),
  )
  return passwords[door] ?? ''
}

/** Returns the newest link emailed to an address. Without SMTP, emails stay in the database. */
export async function linkSentTo(email: string): Promise<string> {
  return onSiteDatabase(async (sql) => {
    const [mail] = await sql<{ link: string }[]>`
      select payload ->> 'link' as link from emails
      where to_address = ${email} and payload ? 'link' order by created_at desc limit 1`
    if (!mail) throw new Error(`No link went to ${email}`)
    return mail.link
  })
}

/** Creates an admin by the command line and returns the link that sets the password. */
export async function makeAdminLink(email: string): Promise<{ link: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/admin.ts', 'create', email], {
    env: {
      ...process.env,
      DATA_FOLDER: siteFolder(),
      DATABASE_URL: '',
      SITE_URL: process.env.JOURNEY_SITE ?? '',
    },
  })
  return { link: stdout.trim().split('\n').at(-1) ?? '' }
}
