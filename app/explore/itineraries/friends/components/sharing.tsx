import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'

import { type Day, formatDay } from '../../../../platform/days.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { useHydrated } from '../../../../ui/page/hydrated.ts'
import { type ItineraryRefusal, refusalFor } from '../../edit-form.ts'
import { OtherPlanForm } from './other-plan-form.tsx'

/** The share link, through which friends see the day and answer, but cannot change the day or cancel its bookings. */
export function Sharing({
  title,
  share,
  until,
  today,
  refusal,
  ...plans
}: {
  title: string
  /** The address of the link; null before it is made. */
  share: string | null
  /** The last day on which the link works; null without an end. */
  until: Day | null
  today: Day
  refusal: ItineraryRefusal | null
} & Omit<Parameters<typeof OtherPlanForm>[0], 'refusal'>) {
  const hydrated = useHydrated()
  const [said, setSaid] = useState('')
  const isSharing = useRef(false)
  const send = async (url: string) => setSaid(await sendLink(title, url))
  const copy = async (url: string) => setSaid(await copyLink(url))
  useEffect(() => {
    // The first press on Share created the link, which can be sent now.
    if (share !== null && isSharing.current) void send(share)
    isSharing.current = false
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [share])
  const isOver = until !== null && until < today
  const { typed, error } = refusalFor(refusal, 'share')
  return (
    <section className="sharing" aria-labelledby="sharing">
      <h2 id="sharing">Share the plan</h2>
      {share === null && (
        <p>
          Friends see the stops and their times, and can say whether they are coming. They need no account.
        </p>
      )}
      {share !== null && !isOver && hydrated && (
        <p className="row">
          {'share' in navigator && (
            <Button variant="primary" type="button" icon="people" onClick={() => void send(share)}>
              Share
            </Button>
          )}
          <Button type="button" onClick={() => void copy(share)}>
            Copy link
          </Button>
        </p>
      )}
      <p role="status" className={said === '' ? 'sr' : undefined}>
        {said}
      </p>
      {share !== null && (
        <p>
          <label className="field">
            Anyone with this link can see the plan
            <input className="in" readOnly value={share} onFocus={(event) => event.currentTarget.select()} />
          </label>
        </p>
      )}
      {until !== null && (
        <p>
          {isOver
            ? `The link ended after ${formatDay(until)}. Save a later day to switch the link on again.`
            : `The link works until the end of ${formatDay(until)}.`}
        </p>
      )}
      <Form
        method="post"
        className="stack"
        preventScrollReset
        key={`${share} ${until}`}
        onSubmit={() => {
          isSharing.current = share === null
        }}
      >
        {share === null && (
          <Button variant="primary" name="intent" value="share" icon="people">
            Share
          </Button>
        )}
        <details className="share-settings" open={isOver || error('share_until') !== undefined}>
          <summary>{share === null ? 'How long should the link work?' : 'Change or end the link'}</summary>
          <TextField
            label="Last day of the link"
            name="share_until"
            type="date"
            min={today}
            optional
            defaultValue={typed('share_until') ?? until ?? ''}
            hint="Leave blank to keep the link until you stop sharing."
            error={error('share_until')}
          />
          {share !== null && (
            <p className="row space-above">
              <Button name="intent" value="share">
                Save
              </Button>
              <Button variant="danger" name="intent" value="withdraw" formNoValidate>
                Stop sharing
              </Button>
            </p>
          )}
        </details>
      </Form>
      {share !== null && !isOver && <OtherPlanForm {...plans} refusal={refusal} />}
    </section>
  )
}

/** Opens the device's share sheet, or copies the link if the device has none. Returns the message for the maker. */
async function sendLink(title: string, url: string): Promise<string> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return ''
    }
  } catch (error) {
    // Closing the sheet without sharing is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return ''
  }
  return copyLink(url)
}

async function copyLink(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url)
    return 'Link copied.'
  } catch {
    return 'Your link is ready: copy it from the field below.'
  }
}
