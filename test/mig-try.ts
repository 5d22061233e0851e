import { startEmbeddedPostgres } from '/work/wt/int/server/embedded-postgres.ts'
import { connect } from '/work/wt/int/app/platform/database.server.ts'
import { migrate } from '/work/wt/int/app/platform/migrations.server.ts'
const server = await startEmbeddedPostgres({ folder: '/tmp/int-pg', log: () => {} })
const sql = connect(server.url, { max: 4 })
try { await sql.unsafe('drop schema public cascade; create schema public'); await migrate(sql, '/work/wt/int/db', console.log) } catch (e) { console.log(String(e)) }
await sql.end(); await server.stop()
