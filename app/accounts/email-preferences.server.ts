import type { Queryable } from '../platform/database.server.ts'
import type { AdminActor, WinemakerActor } from './actor.ts'
import { type WantedMail, wantedMails } from './email-preferences.ts'

const tables = { winemaker: 'winemakers', admin: 'admins' } as const

/** The mails somebody gets, of those that may be done without. */
export async function findWantedMails(
  sql: Queryable,
  by: WinemakerActor | AdminActor,
): Promise<WantedMail[]> {
  const [row] = await sql<{ unwanted_mails: string[] }[]>`
    select unwanted_mails from ${sql(tables[by.actor])} where id = ${by.actor_id}`
  return mailsOf(by).filter((mail) => !row?.unwanted_mails.includes(mail))
}

/** Sets which of them somebody gets; those of other people's work are none of theirs and are left out. */
export async function setWantedMails(
  sql: Queryable,
  by: WinemakerActor | AdminActor,
  wanted: readonly WantedMail[],
): Promise<WantedMail[]> {
  const unwanted = mailsOf(by).filter((mail) => !wanted.includes(mail))
  await sql`update ${sql(tables[by.actor])} set unwanted_mails = ${unwanted}::text[] where id = ${by.actor_id}`
  return mailsOf(by).filter((mail) => wanted.includes(mail))
}

function mailsOf({ actor }: WinemakerActor | AdminActor): WantedMail[] {
  return Object.keys(wantedMails[actor]) as WantedMail[]
}
