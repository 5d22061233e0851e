// The site booking as pretix does: an advisory lock for what is sold, then the sum of all that is sold, then the row.
import { ok } from '../../app/platform/result.ts'
import { serveSite } from '../booking/site.ts'
import { sumAndInsert } from './sum.ts'

await serveSite((sql) => ({
  place: async (wish) => {
    const booked = await sql.begin(async (transaction) => {
      await transaction`
        select pg_advisory_xact_lock(hashtextextended(${`${wish.experience_id} ${wish.slot_date} ${wish.start_time}`}, 0))`
      return sumAndInsert(transaction, wish)
    })
    return ok(booked)
  },
}))
