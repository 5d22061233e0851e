import { Hono } from 'hono'
import { isIP } from 'node:net'

import { clientAddressOf } from '../platform/http/client-address.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { AppDependencies } from '../platform/app-dependencies.ts'
import { findBackupAge } from './backups.server.ts'
import { findSystem } from './system.server.ts'

/** /metrics: jobs, emails and calendars in Prometheus's text format, for trusted proxies only; 404 for all others. */
export function metrics({ sql, config, now }: AppDependencies): Hono {
  return new Hono().get('/', async (c) => {
    const address = clientAddressOf(c, config.trusted_proxies)
    const version = isIP(address)
    if (version === 0 || !config.trusted_proxies.check(address, version === 4 ? 'ipv4' : 'ipv6'))
      return c.text('Not found.', 404)
    const [{ mail, worker, database }, calendars, webhooks, backupAge] = await Promise.all([
      findSystem(sql, config),
      countCalendars(sql),
      countWebhooks(sql),
      findBackupAge(sql, now()),
    ])
    const age = (since: Date | null) => (since ? Math.max(0, (now().getTime() - since.getTime()) / 1000) : 0)
    const queues = worker?.queues ?? []
    const lines = [
      ...gauge(
        'chalk_mail',
        'Emails by state.',
        Object.entries(mail).map(([state, count]) => [{ state }, count]),
      ),
      ...gauge(
        'chalk_queue_jobs',
        'Jobs by queue and state at the last count of the worker.',
        queues.flatMap(({ name: queue, waiting, active, failed }) =>
          Object.entries({ waiting, active, failed }).map(
            ([state, count]): Value => [{ queue, state }, count],
          ),
        ),
      ),
      ...gauge(
        'chalk_queue_oldest_seconds',
        'Age of the oldest waiting job of a queue.',
        queues.map(({ name: queue, oldest_at }) => [{ queue }, age(oldest_at)]),
      ),
      ...gauge(
        'chalk_worker_seen_seconds',
        'Seconds since a worker counted its queues.',
        worker?.seen_at ? [[{}, age(worker.seen_at)]] : [],
      ),
      ...gauge('chalk_calendars', 'Imported calendars.', [
        [{ state: 'good' }, calendars.good],
        [{ state: 'failing' }, calendars.failing],
      ]),
      ...gauge('chalk_webhook_deliveries', 'Webhook deliveries by state.', [
        [{ state: 'waiting' }, webhooks.waiting],
        [{ state: 'failed' }, webhooks.failed],
      ]),
      ...gauge(
        'chalk_webhook_oldest_seconds',
        'How long the delivery that is due for longest has been due: the delay of the worker, not of receivers.',
        [[{}, age(webhooks.due_since)]],
      ),
      ...gauge(
        'chalk_backup_age_seconds',
        'Age of the newest backup of the worker that could be read; none before the first.',
        backupAge === null ? [] : [[{}, backupAge]],
      ),
      ...gauge('chalk_database_connections', 'Connections to the database.', [[{}, database.connections]]),
    ]
    return c.text(`${lines.join('\n')}\n`, 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    })
  })
}

async function countCalendars(sql: Queryable): Promise<{ good: number; failing: number }> {
  const [counted] = await sql<[{ good: number; failing: number }]>`
    select count(*) filter (where failures = 0)::int as good, count(*) filter (where failures > 0)::int as failing
    from calendar_sources`
  return counted
}

async function countWebhooks(
  sql: Queryable,
): Promise<{ waiting: number; failed: number; due_since: Date | null }> {
  const [counted] = await sql<[{ waiting: number; failed: number; due_since: Date | null }]>`
    select count(*) filter (where d.state = 'waiting')::int as waiting, count(*) filter (where d.state = 'failed')::int as failed,
      min(d.next_attempt_at) filter (where d.state = 'waiting' and d.claim is null and w.failing_since is null) as due_since
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.disabled_at is null
    where d.state <> 'delivered'`
  return counted
}

type Value = [labels: Record<string, string>, value: number]

function gauge(name: string, help: string, values: Value[]): string[] {
  const lines = values.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${text.replaceAll(/["\\\n]/g, '_')}"`,
    )
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines]
}
