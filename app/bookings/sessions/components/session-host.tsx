import { useFetcher } from 'react-router'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { formatTime } from '../../../platform/days.ts'
import { Toast } from '../../../ui/page/toast.tsx'
import type { Session } from '../session.ts'

type Choices = { id: string; name: string }[]

/** A menu of hosts for one session. A choice is saved at once. Shows nothing if the vineyard has no hosts. */
export function SessionHost({ session, hosts }: { session: Session; hosts: Choices }) {
  const fetcher = useFetcher<ActionResult>()
  const { id, experience_id, host, title, start_time, has_begun } = session
  if (hosts.length === 0 || id === null) return null
  const busy = fetcher.state !== 'idle'
  if (has_begun) return host && <p className="small soft">{host.name}</p>
  return (
    <p className="session-host no-print">
      <label>
        <span className="small soft">
          Host
          <span className="sr">
            {' '}
            of {title}
            {start_time && ` at ${formatTime(start_time)}`}
          </span>
        </span>
        <select
          className="in"
          // A new key after a refusal shows the stored host again.
          key={`${host?.id} ${fetcher.state}`}
          defaultValue={host?.is_own ? host.id : ''}
          disabled={busy}
          onChange={({ target }) =>
            void fetcher.submit(
              { session_host: target.value, session: id, experience_id },
              { method: 'post', preventScrollReset: true },
            )
          }
        >
          <option value="">{host && !host.is_own ? host.name : 'As usual'}</option>
          {hosts
            .filter((each) => host?.is_own || each.id !== host?.id)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
        </select>
      </label>
      <Toast about={fetcher.data} />
    </p>
  )
}
