// Prints the slots of some days, while the process (TZ) and the database connection have the time zone that a test gives.
// The tests of clock changes run this file as a process, because a process cannot change its own zone.
import { findOpenDays, findSlots } from '../app/availability/slot.server.ts'
import { connect } from '../app/platform/database/pool.server.ts'

const [url = '', zone = '', experienceId = '', ...days] = process.argv.slice(2)
const now = new Date('2026-03-01T09:00:00Z')
const sql = connect(url, { max: 1 })
await sql`select set_config('TimeZone', ${zone}, false)`
const [session] = await sql<[{ zone: string }]>`select current_setting('TimeZone') as zone`
const slots = await Promise.all(days.map((day) => findSlots(sql, experienceId, day, now)))
const open = await Promise.all(days.map((day) => findOpenDays(sql, experienceId, day, day, now)))
const zones = [new Intl.DateTimeFormat().resolvedOptions().timeZone, session.zone]
console.log(JSON.stringify({ zones, answers: [...slots.flat(), ...open.flat()] }))
await sql.end()
