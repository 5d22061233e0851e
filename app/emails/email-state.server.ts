import type { Queryable } from '../platform/database.server.ts'

/** How far the newest email about a booking, superseded ones aside, has come on its way to an address. */
export type MailState = 'under_way' | 'sent' | 'dead' | 'kept'

export async function findMailState(
  sql: Queryable,
  { booking_id, to_address }: { booking_id: string; to_address: string },
): Promise<MailState | undefined> {
  const [mail] = await sql<{ state: MailState }[]>`
    select case when state in ('sent', 'dead', 'kept') then state else 'under_way' end as state
    from emails
    where booking_id = ${booking_id} and state <> 'superseded' and lower(to_address) = lower(${to_address})
    order by created_at desc, queued_at desc nulls first
    limit 1`
  return mail?.state
}
