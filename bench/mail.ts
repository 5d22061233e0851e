// npm run bench:mail   what a booking's answer costs while mail goes out, beside the same with no worker at all
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

import { connect } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres.ts'
import { Lane } from './booking/lane.ts'
import { makeMarket } from './booking/market.ts'
import { startServer } from './booking/processes.ts'
import { median } from './booking/table.ts'
import { guest, slotAt } from './booking/target.ts'

const pairs = 8
const bookings = 120

const folder = await mkdtemp(join(tmpdir(), 'bench-mail-'))
const postgres = await startEmbeddedPostgres({ folder, log: () => {} })
const sql = connect(postgres.url, { max: 4 })
let arrived = 0
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, _, done) => {
    stream.resume()
    // As long as a real one takes.
    stream.on('end', () => setTimeout(() => done(), 50))
    arrived++
  },
})
const listening = smtp.listen(0, '127.0.0.1')
await once(listening, 'listening')
const smtpUrl = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
await migrate(sql, 'db/migrations', () => {})
const { many } = await makeMarket(sql, dayOf(new Date()))
const site = await startServer(new URL('../server/main.ts', import.meta.url), folder, 10)
const lane = await Lane.open(site.port)
try {
  await compare()
} finally {
  lane.close()
  await site.stop()
  smtp.close(() => {})
  await sql.end({ timeout: 5 })
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function compare() {
  let booked = 0
  const phase = async (): Promise<number> => {
    const times: number[] = []
    for (let n = 0; n < bookings; n++) {
      const { experience_id, day } = slotAt(many, booked++)
      const body = {
        ...guest,
        vineyard_id: many.vineyard_id,
        experience_id,
        booking_date: day,
        start_time: many.start_time,
        number_of_guests: 1,
        total_price: many.price,
      }
      const started = performance.now()
      const { status } = await lane.post('/api/bookings', 'application/json', JSON.stringify(body))
      times.push(performance.now() - started)
      if (status !== 201) throw new Error(`A booking was answered ${status}.`)
      await sleep(15)
    }
    return median(times)
  }
  await phase()
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const without = await phase()
    const worker = fork('server/worker.ts', {
      env: { ...process.env, DATABASE_URL: postgres.url, SMTP_URL: smtpUrl, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(worker, 'message')
    const before = arrived
    const during = await phase()
    ratios.push(during / without)
    console.log(
      `without ${without.toFixed(2)} ms, with ${during.toFixed(2)} ms while ${arrived - before} mails went: ${(during / without).toFixed(2)} ×`,
    )
    const gone = once(worker, 'exit')
    worker.kill('SIGTERM')
    await gone
  }
  console.log(`Median of ${pairs} pairs in turn: ${median(ratios).toFixed(2)} × (aim: at most 1.10)`)
}
