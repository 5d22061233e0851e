import { Link } from 'react-router'

import { formatMoment } from '../../platform/days.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MailAddress } from '../../ui/mail-link.tsx'
import { customerLink } from '../../bookings/booking-links.tsx'
import { KeptLink } from '../../personal-data/components/stored-data-link.tsx'

type ErasureRequestRow = {
  id: string
  customer_id: string
  email: string
  vineyard_name: string
  asked_by: string
  created_at: string
}

const columns: Column<ErasureRequestRow>[] = [
  {
    head: 'Guest',
    place: 'name',
    cell: ({ customer_id, email }) => (
      <Link to={customerLink('admin', customer_id)} aria-label={email}>
        <MailAddress>{email}</MailAddress>
      </Link>
    ),
  },
  { head: 'Vineyard', cell: ({ vineyard_name }) => vineyard_name },
  { head: 'Asked', cell: ({ asked_by, created_at }) => `${asked_by}, ${formatMoment(created_at)}` },
  {
    head: 'What is kept',
    unseen: true,
    place: 'actions',
    cell: ({ email }) => (
      <KeptLink email={email}>
        What is kept<span className="sr"> about {email}</span>
      </KeptLink>
    ),
  },
]

/** The guests whom a vineyard asked to have forgotten, for the admin who does it. */
export function ErasureRequests({ asked, total }: { asked: ErasureRequestRow[]; total: number }) {
  if (asked.length === 0) return null
  return (
    <section className="panel space-below" aria-labelledby="asked">
      <h2 id="asked">{total === 1 ? 'One guest asks' : `${total} guests ask`} to be forgotten</h2>
      <DataTable caption="Who asks to be forgotten" columns={columns} rows={asked} sort="" />
      {total > asked.length && <p className="soft small">The newest {asked.length} are shown.</p>}
    </section>
  )
}
