import { Form } from 'react-router'

import { formatBytes, formatCount } from '../../../platform/text/counts.ts'
import { formatDay, formatMoment, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import type { BackupReport } from '../health.ts'
import { formatAge } from '../queue-labels.ts'

type Backup = BackupReport['backups'][number]

/** Lists the worker's backups: the last good backup, the running backup and the others. `now` is in milliseconds. */
export function BackupList({
  report,
  now,
  sending,
}: {
  report: BackupReport
  now: number
  sending: boolean
}) {
  if (report.mode === 'own_server') return <OutsideBackups report={report} now={now} />
  if (report.mode === 'off')
    return (
      <Notice tone="wait">
        Backups are off, because <code>BACKUPS_KEPT</code> is 0. Set it to the number of backups to keep.
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
      <Outcomes backups={ended} />
    </>
  )
}

function Outcomes({ backups }: { backups: Backup[] }) {
  return (
    <ul className="plain">
      {backups.map((backup, n) => (
        <li key={backup.id}>
          <Outcome backup={backup} isNewest={n === 0} />
        </li>
      ))}
    </ul>
  )
}

/** Lists the backups that were recorded for a separate server, or says how to make backups. */
function OutsideBackups({ report, now }: { report: BackupReport; now: number }) {
  const [newest] = report.backups
  if (newest === undefined)
    return (
      <p>
        <code>DATABASE_URL</code> names a server of your own, so this site does not back it up. Use that
        server’s tools, such as <code>pg_basebackup</code> or <code>pg_dump</code>, and copy the pictures and
        keys in the data folder.
      </p>
    )
  return (
    <>
      <p>
        <code>DATABASE_URL</code> names a server of your own. Its backups are made outside this site and
        recorded here. Copy them, and the keys, to another machine as well.
      </p>
      <Facts variant="sumlist" items={lastGood(newest, now)} />
      <Outcomes backups={report.backups} />
    </>
  )
}

function lastGood(good: Backup | undefined, now: number) {
  if (good === undefined) return [{ term: 'Last good backup', value: 'None yet' }]
  const age = formatAge((now - Date.parse(good.requested_at)) / 1000)
  return [
    { term: 'Last good backup', value: `${formatMoment(good.requested_at)} (${age} ago)` },
    { term: 'Size', value: formatBytes(good.bytes ?? 0) },
  ]
}

function summary(report: BackupReport, good: Backup | undefined, now: number) {
  return [
    ...lastGood(good, now),
    ...(good ? [{ term: 'Checked', value: formatMoment(good.checked_at ?? '') }] : []),
    {
      term: 'Next',
      value: report.next ? `${formatDay(report.next.day)}, ${formatTime(report.next.time)}` : 'None',
    },
  ]
}

function Progress({ running }: { running: Backup }) {
  if (running.step === null) return <p>Waiting for the worker …</p>
  if (running.step === 'checking') return <p>Checking that the copy can be read …</p>
  return (
    <p>
      <label>
        Copying <progress value={running.done} />
      </label>
    </p>
  )
}

function Outcome({ backup, isNewest }: { backup: Backup; isNewest: boolean }) {
  const { requested_at, requested_by, folder, bytes, bookings, fault_count, problem } = backup
  const by = requested_by ? `Requested by ${requested_by}` : 'Nightly'
  const facts = [
    // The site does not know who made a backup outside the worker.
    (bookings !== null || problem !== null) && by,
    problem !== null && !isNewest && `failed: ${problem}`,
    problem === null && formatBytes(bytes ?? 0),
    bookings !== null && `${formatCount(bookings)} ${bookings === 1 ? 'booking' : 'bookings'}`,
    fault_count !== null && differences(fault_count),
  ].filter((fact) => fact !== false)
  return (
    <>
      <strong>{formatMoment(requested_at)}</strong>{' '}
      {problem === null && <code className="small">{folder}</code>}
      <br />
      <span className="soft small">{facts.join(', ')}</span>
      {problem !== null && isNewest && (
        <div className="space-above-tiny">
          <Notice tone="bad" role="status">
            <strong>Failed.</strong> {problem}
          </Notice>
        </div>
      )}
    </>
  )
}

function differences(count: number): string {
  if (count === 0) return 'no differences'
  return count === 1 ? 'one difference' : `${formatCount(count)} differences`
}
