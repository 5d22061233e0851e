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
  const sending = useSending(title)
  const { send } = sending
  const isSharing = useRef(false)
  useEffect(() => {
    // The first press on Share created the link, which can be sent now. The pressed button is gone.
    if (share !== null && isSharing.current) {
      document.getElementById('share-link')?.focus({ preventScroll: true })
      void send(share)
    }
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
      <LinkToSend {...sending} url={share} label="Anyone with this link can see the plan" isOver={isOver} />
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

/** The address of a published itinerary, for readers to share. */
export function SharePublished({ title, url }: { title: string; url: string }) {
  return (
    <section className="sharing" aria-labelledby="sharing">
      <h2 id="sharing">Share the plan</h2>
      <LinkToSend {...useSending(title)} url={url} label="Link to this plan" />
    </section>
  )
}

/** Returns functions that send or copy a link, and the message about the last of these actions. */
function useSending(title: string) {
  const [said, setSaid] = useState('')
  return {
    said,
    send: async (url: string) => setSaid(await sendLink(title, url)),
    copy: async (url: string) => setSaid(await copyLink(url)),
  }
}

/** Sends or copies a link. Without a script, shows only the link. Shows nothing before the link is made. */
function LinkToSend({
  url,
  label,
  isOver = false,
  said,
  send,
  copy,
}: { url: string | null; label: string; isOver?: boolean } & ReturnType<typeof useSending>) {
  const hydrated = useHydrated()
  return (
    <>
      {url !== null && !isOver && hydrated && (
        <p className="row">
          {'share' in navigator && (
            <Button variant="primary" type="button" icon="people" onClick={() => void send(url)}>
              Share
            </Button>
          )}
          <Button type="button" onClick={() => void copy(url)}>
            Copy link
          </Button>
        </p>
      )}
      <p role="status" className={said === '' ? 'sr' : undefined}>
        {said}
      </p>
      {url !== null && (
        <p>
          <label className="field">
            {label}
            <input
              id="share-link"
              className="in"
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
        </p>
      )}
    </>
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
