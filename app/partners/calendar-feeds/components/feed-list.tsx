import { useState } from 'react'
import { Form } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { FeedSubject } from '../calendar-sync-actions.tsx'

/** Lists the links with which other calendars read the bookings of a vineyard or of one experience. */
export function FeedList({ vineyardId, subjects }: { vineyardId: string; subjects: FeedSubject[] }) {
  const rows = subjects.map((subject) => ({ ...subject, id: subject.experience_id ?? 'all' }))
  return <DataTable caption="Links to bookings" columns={columnsAt(vineyardId)} rows={rows} sort="" />
}

const columnsAt = (vineyardId: string): Column<FeedSubject & { id: string }>[] => [
  { head: 'Bookings', place: 'name', cell: ({ title }) => title },
  {
    head: 'Link',
    cell: ({ feed }) => (feed ? `Created ${formatMoment(feed.renewed_at)}` : 'No link yet'),
  },
  {
    head: 'Last read',
    labelled: true,
    cell: ({ feed }) => feed && (feed.last_read_at ? formatMoment(feed.last_read_at) : 'Never'),
  },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: (subject) => <FeedActions vineyardId={vineyardId} subject={subject} />,
  },
]

const confirmations = {
  renew: {
    title: 'Create a new link?',
    text: 'The old link stops working. Give the new link to each calendar that reads these bookings.',
    button: 'Create a new link',
  },
  end: {
    title: 'Stop sharing these bookings?',
    text: 'The link stops working, and calendars that read it no longer show these bookings.',
    button: 'Stop sharing',
  },
} as const

function FeedActions({ vineyardId, subject }: { vineyardId: string; subject: FeedSubject }) {
  const { experience_id, title, feed } = subject
  const [intent, setIntent] = useState<keyof typeof confirmations | null>(null)
  const confirmation = intent && confirmations[intent]
  const close = () => setIntent(null)
  const hiddenFields = (
    <>
      <input type="hidden" name="vineyard_id" value={vineyardId} />
      <input type="hidden" name="experience_id" value={experience_id ?? ''} />
      <input type="hidden" name="id" value={feed?.id ?? ''} />
    </>
  )
  return (
    <>
      <Form method="post" className="row row-actions" preventScrollReset>
        {hiddenFields}
        {feed ? (
          <>
            <Button small type="button" onClick={() => setIntent('renew')}>
              New link<span className="sr"> for {title}</span>
            </Button>
            <Button small variant="danger" type="button" onClick={() => setIntent('end')}>
              Stop sharing<span className="sr"> {title}</span>
            </Button>
          </>
        ) : (
          <Button small name="intent" value="renew">
            Create a link<span className="sr"> for {title}</span>
          </Button>
        )}
      </Form>
      <Dialog open={intent !== null} onClose={close} title={confirmation?.title ?? ''}>
        <p>{confirmation?.text}</p>
        <Form method="post" className="row" preventScrollReset onSubmit={close}>
          {hiddenFields}
          <Button type="button" onClick={close}>
            Keep
          </Button>
          <Button variant="danger" name="intent" value={intent ?? ''}>
            {confirmation?.button}
          </Button>
        </Form>
      </Dialog>
    </>
  )
}
