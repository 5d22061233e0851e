import { Form } from 'react-router'

import { formatBytes, formatCount } from '../../platform/counts.ts'
import { formatDay, formatMoment, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Facts } from '../../ui/ticket.tsx'
import type { BackupReport } from '../health.ts'
import { formatAge } from '../queue-labels.ts'

type Backup = BackupReport['backups'][number]

/** The worker's backups: the last good one, the running one, and the others. `now` is in milliseconds. */
export function BackupList({
  report,
  now,
  sending,
}: {
  report: BackupReport
  now: number
  sending: boolean
}) {
  if (report.mode === 'own_server')
    return (
      <p>
        <code>DATABASE_URL</code> names a server of your own, so this site does not back it up. Use that
        server’s tools, such as <code>pg_basebackup</code> or <code>pg_dump</code>, and copy the pictures and
        keys in the data folder.
      </p>
    )
  if (report.mode === 'off')
    return (
      <Notice tone="wait">
        Backups are off, because <code>BACKUPS_KEPT</code> is 0. Set it to the number of nights to keep.
      </Notice>
    )
  const running = report.backups.find(({ finished_at }) => finished_at === null)
  const ended = report.backups.filter(({ finished_at }) => finished_at !== null)
  const good = ended.find(({ checked_at }) => checked_at !== null)
  return (
    <>
      <p>
        The worker copies the database, pictures and keys every night, keeps the last{' '}
        {report.kept === 1 ? 'copy' : `${formatCount(report.kept)} copies`}, and opens each new copy to check
        that it can be read. They are in <code>{report.folder}</code>: copy them to another machine as well.
      </p>
      <Facts variant="sumlist" items={summary(report, good, now)} />
      <Form method="post" preventScrollReset>
        <Button name="intent" value="backup" disabled={running !== undefined || sending}>
          {running ? 'Backing up …' : 'Back up now'}
        </Button>
      </Form>
      <div role="status">{running && <Progress running={running} />}</div>
      <ul className="plain">
        {ended.map((backup) => (
          <li key={backup.id}>
            <Outcome backup={backup} />
          </li>
        ))}
      </ul>
    </>
  )
}

function summary(report: BackupReport, good: Backup | undefined, now: number) {
  const age = (instant: string) => formatAge((now - Date.parse(instant)) / 1000)
  return [
    {
      term: 'Last good backup',
      value: good ? `${formatMoment(good.requested_at)} (${age(good.requested_at)} ago)` : 'None yet',
    },
    ...(good
      ? [
          { term: 'Size', value: formatBytes(good.bytes ?? 0) },
          { term: 'Checked', value: formatMoment(good.checked_at ?? '') },
        ]
      : []),
    {
      term: 'Next',
      value: report.next ? `${formatDay(report.next.day)}, ${formatTime(report.next.time)}` : 'None',
    },
  ]
}

function Progress({ running }: { running: Backup }) {
  if (running.step === null) return <p>Waiting for the worker …</p>
  return (
    <p>
      <label>
        {running.step === 'copying' ? 'Copying' : 'Checking that the copy can be read'}{' '}
        {running.step === 'copying' ? <progress value={running.done} /> : <progress />}
      </label>
    </p>
  )
}

function Outcome({ backup }: { backup: Backup }) {
  const { requested_at, requested_by, folder, bytes, bookings, fault_count, problem } = backup
  return (
    <>
      {problem === null ? (
        <strong>{folder}</strong>
      ) : (
        <Notice tone="bad" role="status">
          <strong>Failed.</strong> {problem}
        </Notice>
      )}
      {problem === null && <br />}
      <span className="soft small">
        {problem === null &&
          `${formatBytes(bytes ?? 0)}, ${formatCount(bookings ?? 0)} ${bookings === 1 ? 'booking' : 'bookings'}, ${differences(fault_count ?? 0)}. `}
        {formatMoment(requested_at)}, {requested_by ? `requested by ${requested_by}` : 'nightly'}
      </span>
    </>
  )
}

function differences(count: number): string {
  if (count === 0) return 'no differences'
  return count === 1 ? 'one difference' : `${formatCount(count)} differences`
}
