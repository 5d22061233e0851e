// npm run admin -- create|link EMAIL        creates an admin (a NAME may follow EMAIL), or prints a new link for an admin
// npm run admin -- disable EMAIL            disables an admin and ends all sign-ins of the account
// npm run admin -- lost-app EMAIL           turns off two-step sign-in and ends all sign-ins of an admin who lost the app
import { endOtherSessions } from '../../app/people/accounts/account.server.ts'
import { makeLink } from '../../app/people/accounts/one-time-link.server.ts'
import { removeTwoStep } from '../../app/people/sign-in/two-step.server.ts'
import type { Config } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { isEmail } from '../../app/platform/text/text.ts'
import { inTransaction } from '../../app/platform/database/retry.server.ts'
import { fail, runCommand, say, withDatabase } from './command.ts'

const usage = `Usage:
  npm run admin -- create EMAIL [NAME]
  npm run admin -- link EMAIL
  npm run admin -- disable EMAIL
  npm run admin -- lost-app EMAIL`

type Subcommand = (sql: Sql, config: Config, email: string, name: string) => Promise<string | null>
const subcommands: Record<string, Subcommand> = { create, link, disable, 'lost-app': removeApp }

await runCommand(import.meta, async ([name = '', email = '', ...fullName]) => {
  const subcommand = subcommands[name]
  if (!subcommand || !isEmail(email)) return fail(usage)
  const problem = await withDatabase((sql, config) => subcommand(sql, config, email, fullName.join(' ')), {
    report: (line) => console.error(line),
  })
  return problem === null ? 0 : fail(problem)
})

async function create(sql: Sql, config: Config, email: string, name: string): Promise<string | null> {
  const [admin] = await sql<{ id: string }[]>`
    insert into admins (name, email)
    values (${name || email.split('@')[0] || email}, ${email})
    on conflict do nothing
    returning id`
  if (!admin) return `There is already an admin with the address ${email}. "link" prints a new link.`
  await printLink(sql, config, admin.id)
  return null
}

async function link(sql: Sql, config: Config, email: string): Promise<string | null> {
  const [admin] = await sql<{ id: string }[]>`
    select id from admins where lower(email) = lower(${email}) and is_active`
  if (!admin) return `There is no admin with the address ${email}, or the account is disabled.`
  await printLink(sql, config, admin.id)
  return null
}

async function disable(sql: Sql, _: Config, email: string): Promise<string | null> {
  const disabled =
    await sql`update admins set is_active = false where lower(email) = lower(${email}) returning id`
  if (disabled.length === 0) return `There is no admin with the address ${email}.`
  say(`${email} is disabled and signed out everywhere.`)
  return null
}

async function removeApp(sql: Sql, _: Config, email: string): Promise<string | null> {
  const [admin] = await sql<{ id: string }[]>`select id from admins where lower(email) = lower(${email})`
  if (!admin) return `There is no admin with the address ${email}.`
  const now = new Date()
  const isRemoved = await inTransaction(sql, async (transaction) => {
    const removed = await removeTwoStep(transaction, admin.id, now)
    if (removed) await endOtherSessions(transaction, { actor: 'admin', actor_id: admin.id }, undefined, now)
    return removed
  })
  if (!isRemoved) return `Two-step sign-in of ${email} is not on.`
  say(
    `Two-step sign-in of ${email} is off, all sessions have ended, and an email says so. The password is as before.`,
  )
  return null
}

async function printLink(sql: Sql, config: Config, admin_id: string): Promise<void> {
  const { link: address } = await makeLink(
    { sql, config },
    'invitation',
    { purpose: 'admin', admin_id },
    new Date(),
  )
  say(`This link sets the password. It works once, within seven days:\n${address}`)
}
