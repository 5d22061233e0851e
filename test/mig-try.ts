import { startEmbeddedPostgres } from '/work/wt/take/server/embedded-postgres.ts'
import { connect } from '/work/wt/take/app/platform/database.server.ts'
import { migrate } from '/work/wt/take/app/platform/migrations.server.ts'
const server = await startEmbeddedPostgres({ folder: '/tmp/take-pg', log: () => {} })
const sql = connect(server.url, { max: 4 })
try { await sql.unsafe('drop schema public cascade; create schema public'); await migrate(sql, '/work/wt/take/db', console.log) } catch (e) { console.log(String(e)) }
await sql.end(); await server.stop()
