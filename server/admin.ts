// npm run admin -- create EMAIL [NAME]   makes an admin and prints the link that sets the password
// npm run admin -- link EMAIL            prints another link, for one who can not get in
// npm run admin -- disable EMAIL         shuts an admin out, at once and everywhere
import { makeLink } from '../app/accounts/one-time-link.server.ts'
import { ConfigError } from '../app/platform/config-error.ts'
import { type Config, readConfig } from '../app/platform/config.server.ts'
import { connect, type Sql } from '../app/platform/database.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { isEmail } from '../app/platform/text.ts'
import { openDatabase } from './database.ts'

const usage = `Say what to do, and to whom:
  npm run admin -- create EMAIL [NAME]
  npm run admin -- link EMAIL
  npm run admin -- disable EMAIL`

const say = (line: string) => console.log(line)
const acts: Record<
  string,
  (sql: Sql, config: Config, email: string, name: string) => Promise<string | null>
> = {
  create,
  link,
  disable,
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}

async function run([what = '', email = '', ...name]: string[]): Promise<number> {
  const act = acts[what]
  if (!act || !isEmail(email)) {
    console.error(usage)
    return 1
  }
  const config = readConfig(process.env)
  const database = await openDatabase({
    databaseUrl: config.database_url,
    dataFolder: config.data_folder,
    log: (line) => console.error(line),
  })
  const sql = connect(database.url, { max: 2 })
  try {
    await migrate(sql, 'db', (line) => console.error(line))
    const problem = await act(sql, config, email, name.join(' '))
    if (problem) console.error(problem)
    return problem ? 1 : 0
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}

async function create(sql: Sql, config: Config, email: string, name: string): Promise<string | null> {
  const [made] = await sql<{ id: string }[]>`
    insert into admins (name, email)
    values (${name || email.split('@')[0] || email}, ${email})
    on conflict do nothing
    returning id`
  if (!made)
    return `There is an admin with the address ${email} already. "link" prints another link for them.`
  await printLink(sql, config, made.id)
  return null
}

async function link(sql: Sql, config: Config, email: string): Promise<string | null> {
  const [known] = await sql<{ id: string }[]>`
    select id from admins where lower(email) = lower(${email}) and is_active`
  if (!known) return `There is no admin with the address ${email}, or they are disabled.`
  await printLink(sql, config, known.id)
  return null
}

async function disable(sql: Sql, _: Config, email: string): Promise<string | null> {
  const shut =
    await sql`update admins set is_active = false where lower(email) = lower(${email}) returning id`
  if (shut.length === 0) return `There is no admin with the address ${email}.`
  say(`${email} is disabled and signed out everywhere.`)
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
