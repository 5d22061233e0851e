import { useEffect } from 'react'
import { Form, href, Link, useNavigation, useRevalidator } from 'react-router'

import { resultOf } from '../../staff-client/call.ts'
import { formatBytes, formatCount } from '../../platform/text/counts.ts'
import { formatDay, formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { Facts } from '../../ui/pictures/ticket.tsx'
import { BackupList } from '../../operations/system/components/backup-list.tsx'
import { ConsistencyChecks } from '../../operations/system/components/consistency-checks.tsx'
import { toActionResult, respond } from '../../staff-client/action-result.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { healthTitle } from '../../operations/system/health.ts'
import { backups, checks, loadHealth, troublesOf } from '../../operations/system/health-report.tsx'
import { QueueTable } from '../../operations/system/components/queue-table.tsx'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/system.ts'

export const meta: Route.MetaFunction = () => unlistedHead('System')

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadHealth(request)

export async function clientAction({ request }: Route.ClientActionArgs) {
  const isBackup = (await request.formData()).get('intent') === 'backup'
  const requested = isBackup ? await resultOf(backups.index.$post()) : await resultOf(checks.index.$post())
  const message = `The ${isBackup ? 'backup' : 'check'} has been requested.`
  return respond(toActionResult(request, requested, message))
}

/** Milliseconds between reloads while a check or a backup runs. */
const reloadInterval = 2000

export default function AdminSystem({ loaderData, actionData }: Route.ComponentProps) {
  const emails = useSendsEmail()
  const { report, ledger, copies, read_at } = loaderData
  const { version, node, started_at, database, migrations, worker, mail, slots, storage } = report
  const sending = useNavigation().formMethod === 'POST'
  const running = ledger.checks.some(({ finished_at }) => finished_at === null)
  const backingUp = copies.backups.some(({ finished_at }) => finished_at === null)
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!(running || backingUp) || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), reloadInterval)
    return () => clearTimeout(timer)
  }, [running, backingUp, state, revalidate])

  const troubles = troublesOf(loaderData)
  return (
    <>
      <StaffHead title={healthTitle(troubles, { sendsEmail: emails, backups: copies.backups })} />
      {troubles.map((trouble) => (
        <Notice key={trouble} tone="wait">
          {trouble}
        </Notice>
      ))}
      <div className="columns space-above">
        <section className="panel" aria-labelledby="runs">
          <h2 id="runs">Server</h2>
          <Facts
            variant="sumlist"
            items={[
              { term: 'Version', value: version },
              { term: 'Node', value: node },
              { term: 'Started', value: formatMoment(started_at) },
              { term: 'Postgres', value: database.version },
              { term: 'Database', value: formatBytes(database.bytes) },
              { term: 'Connections', value: formatCount(database.connections) },
              { term: 'Migrations', value: `${migrations.count}, latest ${migrations.newest}` },
              { term: 'Last migrated', value: formatMoment(migrations.applied_at) },
              {
                term: 'Free disk space',
                value: storage
                  ? `${formatBytes(storage.free)} of ${formatBytes(storage.total)}`
                  : 'Unknown: the data folder cannot be read',
              },
            ]}
          />
        </section>
        <section className="panel" aria-labelledby="works">
          <h2 id="works">Worker</h2>
          <Facts
            variant="sumlist"
            items={[
              {
                term: 'Last seen',
                value: worker?.seen_at ? formatMoment(worker.seen_at) : 'Not yet',
              },
              { term: 'Emails being sent', value: formatCount(mail.waiting) },
              { term: 'Emails being retried', value: formatCount(mail.failed) },
              { term: 'Failed emails', value: formatCount(mail.dead) },
              { term: 'Slots stored until', value: slots ? formatDay(slots.until) : 'No slots yet' },
            ]}
          />
          {worker && worker.queues.length > 0 && <QueueTable queues={worker.queues} now={read_at} />}
          {mail.dead > 0 && (
            <p>
              <Link to={`${href('/admin/mail')}?state=dead`}>Failed emails</Link>
            </p>
          )}
        </section>
        {!emails && (
          <section className="panel full" aria-labelledby="email">
            <h2 id="email">Email</h2>
            <p>
              No mail server is set, so this site sends no email. Every email is stored in the email log. To
              send emails, set <code>SMTP_URL</code> in the environment, for example{' '}
              <code>smtps://user:password@mail.example.com:465</code>, and <code>MAIL_FROM</code> to the
              sender’s address. Then restart the site. You can send stored emails from the email log
              afterwards.
            </p>
          </section>
        )}
        <section className="panel full" aria-labelledby="backups">
          <h2 id="backups">Backups</h2>
          <BackupList report={copies} now={read_at} sending={sending} />
        </section>
        <section className="panel full" aria-labelledby="ledger">
          <h2 id="ledger">Consistency check</h2>
          <p>
            This check compares counters, events, emails and limits with the bookings, and slots with the
            plans. It changes nothing.
          </p>
          <Form method="post" preventScrollReset>
            <Button disabled={running || sending}>{running ? 'Checking …' : 'Run the check'}</Button>
          </Form>
          <ConsistencyChecks {...ledger} />
        </section>
      </div>
      <Toast about={actionData} />
    </>
  )
}
