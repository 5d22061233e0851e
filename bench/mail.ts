// npm run bench:mail            the time of a booking while emails are sent, compared with no worker
// npm run bench:mail -- --full  twice as many pairs, with more bookings
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Sql } from '../app/platform/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { Lane } from './booking/lane.ts'
import { makeSlots } from './booking/market.ts'
import { startServer } from './booking/processes.ts'
import { median } from './booking/table.ts'
import { bookingBody } from './booking/target.ts'

const full = process.argv.includes('--full')
const pairs = full ? 10 : 5
/** Aim: how many times as long a booking may take while emails are sent. */
const most = 1.1
const bookings = full ? 120 : 80

const mailbox = fork(fileURLToPath(new URL('./mail/mailbox.ts', import.meta.url)))
const ask = async (): Promise<number> => (await once(mailbox, 'message'))[0]
const smtpUrl = `smtp://127.0.0.1:${await ask()}`
const arrived = () => {
  mailbox.send('how many')
  return ask()
}
await withDatabase({ max: 4 }, async (database) => {
  const site = await startServer(new URL('../server/main.ts', import.meta.url), database.folder, 10)
  try {
    await compare(database, site.port)
  } finally {
    await site.stop()
    mailbox.disconnect()
  }
})

async function compare({ sql, url }: BenchDatabase, port: number) {
  const { many } = await makeSlots(sql, dayOf(new Date()))
  let booked = 0
  const phase = async (): Promise<number> => {
    const lane = await Lane.open(port)
    const times: number[] = []
    for (let n = 0; n < bookings; n++) {
      const body = bookingBody(many, booked++)
      const started = performance.now()
      const { status } = await lane.post('/api/bookings', 'application/json', body)
      times.push(performance.now() - started)
      if (status !== 201) throw new Error(`A booking got status ${status}.`)
      await sleep(15)
    }
    lane.close()
    return median(times)
  }
  await phase()
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const without = await phase()
    const worker = fork('server/worker.ts', {
      env: { ...process.env, DATABASE_URL: url, SMTP_URL: smtpUrl, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(worker, 'message')
    const before = await arrived()
    const during = await phase()
    const mails = (await arrived()) - before
    ratios.push(during / without)
    const rest = await untilSent(sql)
    console.log(
      `${without.toFixed(2)} ms without, ${during.toFixed(2)} ms while ${mails} emails were sent: ${(during / without).toFixed(2)} × (the rest ${rest.toFixed(1)} s later)`,
    )
    const gone = once(worker, 'exit')
    worker.kill('SIGTERM')
    await gone
  }
  const ratio = median(ratios)
  console.log(`Median of ${pairs} pairs in turns: ${ratio.toFixed(2)} × (aim: at most ${most.toFixed(2)})`)
  if (!(ratio <= most)) process.exitCode = 1
}

/** Waits until all emails are sent. Returns the seconds. */
async function untilSent(sql: Sql): Promise<number> {
  const started = performance.now()
  for (let checks = 0; checks < 600; checks++) {
    const [{ left }] = await sql<[{ left: number }]>`
      select count(*)::int as left from emails where state in ('waiting', 'sending', 'failed')`
    if (left === 0) return (performance.now() - started) / 1000
    await sleep(100)
  }
  throw new Error('Emails were still waiting after a minute.')
}
