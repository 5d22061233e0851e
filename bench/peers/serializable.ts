// Books without locks under SERIALIZABLE: the database refuses conflicts, and they are retried.
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
        // Without growing pauses the retries would never end.
        await new Promise((later) => setTimeout(later, Math.random() * Math.min(2 ** attempt, 50)))
      }
    }
  },
}))
