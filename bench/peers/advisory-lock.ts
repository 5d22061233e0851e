// Books as pretix does: an advisory lock, then the sum of what is sold, then the row.
import { ok } from '../../app/platform/result.ts'
import { serveSite } from '../booking/site.ts'
import { sumAndInsert } from './sum.ts'

await serveSite((sql) => ({
  book: async (request) => {
    const booked = await sql.begin(async (transaction) => {
      await transaction`
        select pg_advisory_xact_lock(hashtextextended(${`${request.experience_id} ${request.slot_date} ${request.start_time}`}, 0))`
      return sumAndInsert(transaction, request)
    })
    return ok(booked)
  },
}))
