import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, type Page } from './journey.ts'
import { onSiteDatabase, siteFolder } from './site-database.ts'

/** Returns the generated password of a demonstration account. */
export async function firstPassword(account: 'admin' | 'winemaker'): Promise<string> {
  const passwords: Record<string, string> = JSON.parse(
    await readFile(join(siteFolder(), 'first-sign-in.json'), 'utf8'),
  )
  return passwords[account] ?? ''
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

/** Signs a visitor in on the page `/sign-in`, with the link that the site emails. Returns the link. */
export async function signInByEmail(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText(`We can’t send a link to ${email}.`)).toBeVisible()
  const link = await linkSentTo(email)
  // The link opens in a new page, as from an email program.
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return link
}

/** Creates an admin with the command line, and returns the link that sets the password. */
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
