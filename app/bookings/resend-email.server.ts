import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { isStillThere } from '../accounts/still-employed.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/** Within so many minutes a second press is the same wish. */
const patience = 5

/**
 * Writes the mail once more that says how a booking stands: received, confirmed or cancelled. 'absent': no such booking in
 * reach; 'nothing': no mail says how it stands; 'just_sent': it was asked for moments ago.
 */
export async function resendEmail(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<undefined, 'absent' | 'nothing' | 'just_sent'>> {
  const scope = vineyardScope(by).vineyard_id
  const turn = Math.floor(now.getTime() / (patience * 60_000))
  const [done] = await sql<{ email_type: string | null; written: boolean }[]>`
    with meant as (
      select b.id, b.guest_email,
        case when b.erased_at is null then
          case b.status when 'pending' then 'received' when 'confirmed' then 'confirmed' when 'cancelled' then 'cancelled' end
        end as email_type
      from bookings b
      where b.id = ${id} and (${scope}::uuid is null or b.vineyard_id = ${scope}) and ${isStillThere(sql, by)}
    ),
    written as (
      insert into emails (booking_id, once_key, email_type, to_address, payload, created_at)
      select m.id, concat('again ', m.id, ' ', m.email_type, ' ', ${turn}::bigint), m.email_type, m.guest_email,
        email_payload(m.id, m.email_type), ${now}
      from meant m where m.email_type is not null
      on conflict (once_key) where once_key is not null do nothing
      returning id
    )
    select m.email_type, exists (select from written) as written from meant m`
  if (!done) return refused('absent')
  if (done.written) return ok(undefined)
  return refused(done.email_type === null ? 'nothing' : 'just_sent')
}
