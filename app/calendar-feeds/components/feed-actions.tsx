import { useState } from 'react'
import { Form } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FeedPlace } from '../calendar-data.tsx'

const questions = {
  renew: {
    title: 'Make a new address?',
    text: 'Calendars that read the old one find nothing there from now on, until they are given the new one.',
    does: 'Make a new address',
  },
  end: {
    title: 'End this feed?',
    text: 'Calendars that read it find nothing there from now on.',
    does: 'End it',
  },
} as const

/** What can be done about the address behind which other calendars read a vineyard's bookings, or one experience's. */
export function FeedActions({ vineyardId, place }: { vineyardId: string; place: FeedPlace }) {
  const { experience_id, title, feed } = place
  const [asking, setAsking] = useState<keyof typeof questions | null>(null)
  const question = asking && questions[asking]
  const close = () => setAsking(null)
  const which = (
    <>
      <input type="hidden" name="vineyard_id" value={vineyardId} />
      <input type="hidden" name="experience_id" value={experience_id ?? ''} />
      <input type="hidden" name="id" value={feed?.id ?? ''} />
    </>
  )
  return (
    <>
      <Form method="post" className="row act-row" preventScrollReset>
        {which}
        {feed ? (
          <>
            <Button small type="button" onClick={() => setAsking('renew')}>
              New address<span className="sr"> for {title}</span>
            </Button>
            <Button small variant="danger" type="button" onClick={() => setAsking('end')}>
              End<span className="sr"> the feed of {title}</span>
            </Button>
          </>
        ) : (
          <Button small name="intent" value="renew">
            Make an address<span className="sr"> for {title}</span>
          </Button>
        )}
      </Form>
      <Dialog open={asking !== null} onClose={close} title={question?.title ?? ''}>
        <p>{question?.text}</p>
        <Form method="post" className="row" preventScrollReset onSubmit={close}>
          {which}
          <Button type="button" onClick={close}>
            Keep
          </Button>
          <Button variant="danger" name="intent" value={asking ?? ''}>
            {question?.does}
          </Button>
        </Form>
      </Dialog>
    </>
  )
}
