import { href, Link } from 'react-router'

import { formatMoney } from '../../platform/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Experience, formatDuration, formatGroup, formatType } from '../experience.ts'
import { experienceLinks } from '../experience-links.tsx'

type Row = Experience & { vineyard_name: string; is_offered: boolean; is_planned: boolean }

/** What the marketplace's list of all experiences shows of each. */
export const experienceColumns: Column<Row>[] = [
  {
    head: 'Experience',
    sort: 'title',
    place: 'name',
    cell: ({ id, vineyard_id, title, type, duration_minutes, ...sizes }) => (
      <>
        <Link to={experienceLinks('admin', vineyard_id).show(id)}>{title}</Link>
        <br />
        <span className="soft small">
          {[
            type && formatType(type),
            duration_minutes !== null && formatDuration(duration_minutes),
            `${formatGroup(sizes)} guests`,
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </>
    ),
  },
  {
    head: 'Vineyard',
    sort: 'vineyard_name',
    cell: ({ vineyard_id, vineyard_name }) => (
      <Link to={href('/admin/vineyards/:id/experiences', { id: vineyard_id })}>{vineyard_name}</Link>
    ),
  },
  {
    head: 'A person',
    sort: 'price_per_person',
    figures: true,
    told: true,
    cell: ({ price_per_person, currency }) => formatMoney(price_per_person, currency),
  },
  { head: 'For visitors', place: 'status', cell: (row) => <StatusPill {...standingOf(row)} /> },
  { head: 'What can be done', unseen: true, place: 'act', cell: (row) => <Acts row={row} /> },
]

/** Whether visitors can book it at all, and what stands in the way first. */
function standingOf({ is_active, is_offered, is_planned }: Row) {
  if (!is_active) return { tone: 'off', icon: 'cross', label: 'Off sale' } as const
  if (!is_offered) return { tone: 'wait', icon: 'lock', label: 'Vineyard hidden' } as const
  if (!is_planned) return { tone: 'wait', icon: 'clock', label: 'No start times' } as const
  return { tone: 'good', icon: 'tick', label: 'Bookable' } as const
}

function Acts({ row: { id, vineyard_id, title, is_active } }: { row: Row }) {
  const links = experienceLinks('admin', vineyard_id)
  return (
    <div className="row act-row">
      <Switch label="On sale" of={title} on={is_active} fields={{ id, title }} />
      <ButtonLink small to={links.availability(id)}>
        Availability<span className="sr"> of {title}</span>
      </ButtonLink>
    </div>
  )
}
