import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { signal } from '../../server/embedded-postgres/postmaster.ts'
import { serverPid } from '../../server/embedded-postgres/test-process.ts'
import { mayMount, type World } from './world.ts'

/** A cause of alerts. `begin` starts the cause and `end` removes it. The alerts must fire within `patience` seconds. */
export type Cause = {
  name: string
  alerts: string[]
  begin: (world: World) => unknown
  end: (world: World) => unknown
  patience?: number
}

type List = { items: { id: string }[] }

let under_way: { stop: () => Promise<unknown> } | undefined
const stop = () => under_way?.stop()

/** Repeats the work until it is stopped, `at_once` times in parallel. */
function repeat(at_once: number, work: () => Promise<unknown>) {
  let stopped = false
  const loop = async () => {
    while (!stopped) await work().catch(() => sleep(100))
  }
  const loops = Promise.all(Array.from({ length: at_once }, loop))
  return {
    stop: () => {
      stopped = true
      return loops
    },
  }
}

/** Visits a page that is never cached. */
const visitUncached = ({ visit }: World) => visit(`/booking-confirmation/${randomUUID()}`)

export const causes: Cause[] = [
  {
    name: 'more visitors arrive than may wait',
    alerts: ['LoadLimiterFull', 'RequestsFail'],
    begin: (world) => (under_way = repeat(30, () => visitUncached(world))),
    end: stop,
  },
  {
    name: 'bookings are locked again and again for a second and a half',
    alerts: ['RequestsSlow', 'PoolExhausted'],
    begin: (world) => {
      const lock = repeat(1, () =>
        world.site.sql.begin((sql) =>
          sql`lock table bookings in access exclusive mode`.then(() => sleep(1500)),
        ),
      )
      const visitors = repeat(4, () => visitUncached(world))
      under_way = { stop: () => Promise.all([lock.stop(), visitors.stop()]) }
    },
    end: stop,
  },
  {
    name: 'the SMTP server is down, until it is back and failed emails are tried again',
    alerts: ['EmailsStopped', 'EmailsLate'],
    begin: async ({ smtp, book }) => {
      await smtp.goDown()
      await book(1)
    },
    end: ({ smtp }) => smtp.comeBack(),
    // Even the first pauses between attempts to send an email last for minutes.
    patience: 400,
  },
  {
    name: 'the SMTP server refuses the address, until it accepts the address and an admin presses Send again',
    alerts: ['EmailsDead'],
    begin: async ({ smtp, book }) => {
      smtp.mood = 'refusing_to'
      await book(1)
    },
    end: async ({ smtp, callAsAdmin }) => {
      smtp.mood = 'up'
      const { items } = (await callAsAdmin('GET', '/emails?state=dead')) as List
      for (const { id } of items) await callAsAdmin('POST', `/emails/${id}/send_again`)
    },
  },
  {
    name: 'the receiver of a webhook answers 500',
    alerts: ['WebhookReceiverFails'],
    begin: async ({ receiver, book }) => {
      receiver.answer = (_, response) => void response.writeHead(500).end()
      await book(1)
    },
    end: ({ receiver }) => {
      receiver.answer = (_, response) => void response.writeHead(204).end()
    },
    patience: 200,
  },
  {
    name: 'a calendar has an address that does not exist, until its owner removes it',
    alerts: ['CalendarsFail'],
    begin: ({ site, offer }) => site.sql`
      insert into calendar_sources (vineyard_id, url, added_at, next_check_at)
      values (${offer.vineyard_id}, 'https://calendar.invalid/a.ics', now(), now())`,
    end: async ({ callAsAdmin }) => {
      const { items } = (await callAsAdmin('GET', '/calendar_sources')) as List
      for (const { id } of items) await callAsAdmin('DELETE', `/calendar_sources/${id}`)
    },
    patience: 200,
  },
  {
    name: 'the worker has ended',
    alerts: ['WorkerStopped', 'JobsLate', 'WebhooksLate'],
    begin: async ({ stopWorker, site, book }) => {
      await stopWorker()
      await site.sql`
        insert into pgboss.job (name, created_on, start_after)
        values ('calendars', now() - interval '1 hour', now() - interval '1 hour')`
      await book(1)
    },
    end: ({ startWorker }) => startWorker(),
    patience: 200,
  },
  {
    name: 'the worker has stored no slots for a month',
    alerts: ['SlotsEndSoon'],
    begin: ({ site }) => site.sql`update slot_spans set written_until = written_until - 30`,
    end: ({ site }) => site.sql`update slot_spans set written_until = written_until + 30`,
  },
  {
    name: 'no worker has made a backup for 40 hours, until a worker starts and an admin presses Back up now',
    alerts: ['BackupOld'],
    begin: async ({ site: { sql }, stopWorker, callAsAdmin }) => {
      await callAsAdmin('POST', '/backups')
      while ((await sql`select from backups where checked_at is not null`).length === 0) await sleep(500)
      await stopWorker()
      await sql`update backups set requested_at = requested_at - interval '40 hours'`
    },
    end: async ({ startWorker, callAsAdmin }) => {
      await startWorker()
      await callAsAdmin('POST', '/backups')
    },
  },
  ...(mayMount
    ? [
        {
          name: 'the disk fills up',
          alerts: ['DiskNearlyFull'],
          begin: async ({ disk }: World) => {
            const { bavail, bsize } = await statfs(disk)
            await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - 100 * 1024 * 1024))
          },
          end: ({ disk }: World) => rm(join(disk, 'ballast')),
        },
      ]
    : []),
  {
    name: 'a lock keeps calendars from being counted',
    alerts: ['GaugesMissing'],
    begin: ({ site }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const lock = site.sql.begin((sql) =>
        sql`lock table calendar_sources in access exclusive mode`.then(() => promise),
      )
      under_way = {
        stop: () => {
          resolve()
          return lock
        },
      }
    },
    end: stop,
  },
  {
    name: 'Postgres is stopped by a signal',
    alerts: ['DatabaseAway'],
    begin: (world) => signalPostgres(world, 'SIGSTOP'),
    end: (world) => signalPostgres(world, 'SIGCONT'),
  },
  {
    name: 'the site has ended',
    alerts: ['SiteDown'],
    begin: ({ site }) => site.stop(),
    end: ({ site }) => site.start(),
  },
]

/** Signals all processes of Postgres, because stopping only the first would leave its connections running. */
async function signalPostgres({ site }: World, kind: 'SIGSTOP' | 'SIGCONT') {
  const pid = await serverPid(join(site.folder, 'postgres'))
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  for (const child of [...stdout.split('\n').filter(Boolean), pid]) signal(Number(child), kind)
}
