import { formatCount } from '../../../platform/text/counts.ts'
import type { QueueReport } from '../health.ts'
import { formatAge, formatCron, queueName } from '../queue-labels.ts'

/** Lists the worker's queues with waiting, active and failed jobs. `now` is in milliseconds. */
export function QueueTable({ queues, now }: { queues: QueueReport[]; now: number }) {
  const seconds = (instant: string) => (now - Date.parse(instant)) / 1000
  return (
    <table className="diff queues">
      <caption className="sr">Queues</caption>
      <thead>
        <tr>
          <th scope="col">Queue</th>
          <th scope="col">Waiting</th>
          <th scope="col">Running</th>
          <th scope="col">Failed</th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ name, waiting, active, failed, oldest_at, next_at, every }) => (
          <tr key={name}>
            <th scope="row">
              {queueName(name)}
              {every && <span className="cell-note">{formatCron(every)}</span>}
            </th>
            <td className="num">
              {formatCount(waiting)}
              {oldest_at && <span className="cell-note">for {formatAge(seconds(oldest_at))}</span>}
              {next_at && <span className="cell-note">{due(seconds(next_at))}</span>}
            </td>
            <td className="num">{formatCount(active)}</td>
            <td className="num">{failed > 0 ? <strong>{formatCount(failed)}</strong> : '0'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function due(late: number): string {
  return late < 0 ? `next in ${formatAge(-late)}` : `overdue by ${formatAge(late)}`
}
