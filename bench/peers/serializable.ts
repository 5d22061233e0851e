// The site booking without any lock: the database refuses what would not have happened in turn, and we try again.
import { ok } from '../../app/platform/result.ts'
import { serveSite } from '../booking/site.ts'
import { sumAndInsert } from './sum.ts'

const clash = '40001'

await serveSite((sql) => ({
  book: async (request) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return ok(
          await sql.begin('isolation level serializable', (transaction) =>
            sumAndInsert(transaction, request),
          ),
        )
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === clash)) throw error
        // Waiting a little, and longer each time, is what makes retries end at all.
        await new Promise((later) => setTimeout(later, Math.random() * Math.min(2 ** attempt, 50)))
      }
    }
  },
}))
