// A server that knows nothing but a month of slots, over our own lines to the database: what is left for a site to cost.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { readConfig } from '../../app/platform/config.server.ts'
import { connect } from '../../app/platform/database.server.ts'
import { openDatabase } from '../../server/database.ts'
import { listen } from '../../server/listen.ts'

const config = readConfig(process.env)
const database = await openDatabase({
  databaseUrl: undefined,
  dataFolder: config.data_folder,
  log: () => {},
})
const sql = connect(database.url, { max: config.database_pool })
const server = createServer(async (asked, answer) => {
  if (asked.method === 'GET') return answer.end('ok')
  const { p_experience_id, p_start_date, p_end_date } = JSON.parse(await text(asked))
  const slots = await sql`
    select * from generate_availability_from_patterns(${p_experience_id}, ${p_start_date}, ${p_end_date}, ${new Date()})`
  const body = JSON.stringify(slots)
  answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  answer.end(body)
})
await listen(server, config.host, config.port)

process.once('SIGTERM', async () => {
  await new Promise((done) => server.close(done).closeAllConnections())
  await sql.end({ timeout: 5 })
  await database.close()
  process.exit(0)
})
