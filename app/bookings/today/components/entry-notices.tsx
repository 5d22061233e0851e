import { countOf } from '../../../platform/text/counts.ts'
import { clockOf } from '../../../platform/days.ts'
import { readStored } from '../../../staff-client/local-storage.ts'
import type { StoredEntry } from '../../../staff-client/today-storage.ts'
import { winemakerIdKey } from '../../../staff-client/winemaker-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { timeInLondon } from '../today.ts'
import { describeWithoutName, partyIn } from '../today-entries.ts'
import type { TodayState } from '../today-state.ts'

/** The time in London from which the bar says that the parties are deleted at midnight. */
const lateFrom = '21:00'

/** Says when the device went offline, and how many entries are waiting to be sent. */
export function OfflineBar({ state, now }: { state: TodayState; now: number }) {
  const { isOnline, day, entries, phase } = state
  const viewer = day ? day.viewer.id : readStored(winemakerIdKey)
  const waiting = entries.filter(({ refusal, owner }) => refusal === null && owner === viewer).length
  if (isOnline || phase === 'ended' || (!day && waiting === 0)) return null
  // Stored parties are deleted at midnight, but recorded entries are kept.
  const isLate = clockOf(new Date(now)).slice(11) >= lateFrom
  return (
    <p className="today-offline" role="status">
      <Icon name="alert" />
      <span>
        <strong>{day ? `Offline since ${timeInLondon(day.read_at)}.` : 'Offline.'}</strong>{' '}
        {waiting === 0
          ? 'You can carry on checking in.'
          : `${countOf(waiting, 'entry', 'entries')} on this device will be sent when the signal returns.`}
        {day && isLate && ' At midnight, today’s parties are removed from this device.'}
      </span>
    </p>
  )
}

/** Says in the header that entries were not recorded, because their notices may be far above the pressed button. */
export function RefusedBar({ state: { entries } }: { state: TodayState }) {
  const refused = entries.filter(({ refusal }) => refusal !== null).length
  if (refused === 0) return null
  const show = () => {
    const first = document.querySelector<HTMLElement>(`#${refusedId} .btn`)
    first?.focus({ preventScroll: true })
    first?.closest('.notice')?.scrollIntoView({ block: 'center' })
  }
  return (
    <p className="today-offline">
      <Icon name="alert" />
      <span>
        <strong>{countOf(refused, 'entry', 'entries')} could not be recorded.</strong>{' '}
        <Button variant="text" onClick={show}>
          Show {refused === 1 ? 'it' : 'them'}
        </Button>
      </span>
    </p>
  )
}

const refusedId = 'refused-entries'

/** Returns an entry's label, or words without a name if the viewer neither made it nor sees its party or experience. */
function wordsOf(entry: StoredEntry, day: TodayState['day']): string {
  const isSeen =
    entry.owner === day?.viewer.id ||
    day?.parties.some(({ reference }) => reference === partyIn(entry)) ||
    day?.experiences.some(({ id }) => id === entry.body.experience_id)
  return isSeen ? entry.label : describeWithoutName(entry)
}

/** Lists refused entries, and unsent entries of other people on this device. Names no guest once the sign-in has ended. */
export function EntryNotices({
  state: { day, entries, phase },
  onForget,
  onInsist,
}: {
  state: TodayState
  onForget: (key: string) => void
  onInsist: (entry: StoredEntry) => void
}) {
  const refused = entries.filter(({ refusal }) => refusal !== null)
  const left = entries.filter(
    ({ refusal, owner }) => refusal === null && (phase === 'ended' || (day && owner !== day.viewer.id)),
  )
  const them = left.length === 1 ? 'it' : 'them'
  return (
    <>
      <div id={refusedId} className="stack">
        {refused.map((entry) => (
          <Notice key={entry.key} tone="wait" icon="alert" role="status">
            <p>
              <strong>
                {wordsOf(entry, day)}, {timeInLondon(entry.made_at)},
              </strong>{' '}
              was not recorded. {entry.refusal}
            </p>
            <p className="row">
              <Button onClick={() => onForget(entry.key)}>{entry.anyway ? 'Leave it' : 'OK'}</Button>
              {entry.anyway && entry.owner === day?.viewer.id && (
                <Button onClick={() => onInsist(entry)}>
                  {entry.anyway.overbook
                    ? 'Overbook anyway'
                    : entry.kind === 'walk_in'
                      ? 'Book anyway'
                      : 'Record it anyway'}
                </Button>
              )}
            </p>
          </Notice>
        ))}
      </div>
      {left.length > 0 && (
        <Notice tone="wait" role="status">
          <p>
            <strong>{countOf(left.length, 'entry has', 'entries have')} not been sent yet.</strong>{' '}
            {phase !== 'ended' && `Somebody else made ${them}. `}
            Only the person who made {them} can send {them}, by signing in on this device. If that person no
            longer works here, note {them} down and record {them} yourself:
          </p>
          <ul>
            {left.map((entry) => (
              <li key={entry.key}>
                {wordsOf(entry, day)}, {timeInLondon(entry.made_at)}
              </li>
            ))}
          </ul>
          <Button
            small
            variant="danger"
            onClick={() => {
              for (const { key } of left) onForget(key)
            }}
          >
            Delete {them}
          </Button>
        </Notice>
      )}
    </>
  )
}
