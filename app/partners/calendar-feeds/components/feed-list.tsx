import { Form } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { AskFirst } from '../../../ui/forms/dialog-form.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
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

function FeedActions({ vineyardId, subject }: { vineyardId: string; subject: FeedSubject }) {
  const { experience_id, title, feed } = subject
  const values = { vineyard_id: vineyardId, experience_id, id: feed?.id }
  if (!feed)
    return (
      <Form method="post" className="row row-actions" preventScrollReset>
        <HiddenFields values={values} />
        <Button small name="intent" value="renew">
          Create a link<span className="sr"> for {title}</span>
        </Button>
      </Form>
    )
  return (
    <div className="row row-actions">
      <AskFirst
        label="New link"
        about={`for ${title}`}
        title="Create a new link?"
        send="Create a new link"
        safe="Keep"
        values={{ ...values, intent: 'renew' }}
        button={{ small: true, variant: 'line' }}
      >
        The old link stops working. Give the new link to each calendar that reads these bookings.
      </AskFirst>
      <AskFirst
        label="Stop sharing"
        about={title}
        title="Stop sharing these bookings?"
        safe="Keep"
        values={{ ...values, intent: 'end' }}
        button={{ small: true }}
      >
        The link stops working, and calendars that read it no longer show these bookings.
      </AskFirst>
    </div>
  )
}
