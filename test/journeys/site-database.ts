import { connect, type Sql } from '../../app/platform/database.server.ts'
import { openDatabase } from '../../server/database.ts'

/** The data folder of the journeys' site. */
export const siteFolder = () => process.env.JOURNEY_FOLDER ?? ''

/** Runs queries on the database of the journeys' site. */
export async function onSiteDatabase<Value>(act: (sql: Sql) => Promise<Value>): Promise<Value> {
  const database = await openDatabase({ data_folder: siteFolder() })
  const sql = connect(database.url, { max: 1 })
  try {
    return await act(sql)
  } finally {
    await sql.end()
    await database.close()
  }
}
