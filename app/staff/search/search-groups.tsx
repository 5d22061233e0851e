import type { JSONParsed } from 'hono/utils/types'
import { href } from 'react-router'

import { countOf } from '../../platform/text/counts.ts'
import { formatDayInList } from '../../platform/days.ts'
import { bookingLink, bookingsLink, customerLink } from '../../bookings/staff-links.tsx'
import type { StaffArea } from '../../staff-client/staff-area.ts'
import { locationOf } from '../../catalogue/vineyards/vineyard.ts'
import type { findEverywhere } from './search.server.ts'

/** The results as the API returns them. */
type SearchResults = JSONParsed<Awaited<ReturnType<typeof findEverywhere>>>

type Line = { id: string; name: string; more: string; to: string }

const vineyardIn = (area: StaffArea, name: string) => (area === 'admin' ? [name] : [])

/** Returns the results grouped by kind, each with its link. Groups without results are left out. */
export function searchGroups(found: SearchResults, area: StaffArea): { title: string; lines: Line[] }[] {
  const groups = [
    {
      title: 'Vineyards',
      lines: found.vineyards.map(({ id, name, city, region, is_visible }) => ({
        id,
        name,
        more: [locationOf({ city, region }), !is_visible && 'hidden'].filter(Boolean).join(', '),
        to: href('/admin/vineyards/:id', { id }),
      })),
    },
    {
      title: 'Bookings',
      lines: found.bookings.map(({ id, reference, guest_name, booking_date, status, vineyard_name }) => ({
        id,
        name: guest_name,
        more: [formatDayInList(booking_date), reference, ...vineyardIn(area, vineyard_name), status].join(
          ', ',
        ),
        to: bookingLink(area, id),
      })),
    },
    {
      title: 'Held for groups',
      lines: found.groups.map(({ id, name, number_of_guests, slot_date, vineyard_id, vineyard_name }) => ({
        id,
        name,
        more: [
          formatDayInList(slot_date),
          countOf(number_of_guests, 'guest'),
          ...vineyardIn(area, vineyard_name),
        ].join(', '),
        to: `${bookingsLink(area)}?${new URLSearchParams({ search: name, ...(area === 'admin' && { vineyard_id }) })}`,
      })),
    },
    {
      title: 'Customers',
      lines: found.customers.map(({ id, name, email, phone, vineyard_name }) => ({
        id,
        name,
        more: [email || phone, ...vineyardIn(area, vineyard_name)].join(', '),
        to: customerLink(area, id),
      })),
    },
    {
      title: 'Winemakers',
      lines: found.winemakers.map(({ id, name, email, vineyard_name }) => ({
        id,
        name,
        more: `${email}, ${vineyard_name}`,
        to: `${href('/admin/winemakers')}?${new URLSearchParams({ search: email })}`,
      })),
    },
    {
      title: 'Posts',
      lines: found.posts.map(({ id, title, published_at }) => ({
        id,
        name: title,
        more: published_at ? '' : 'draft',
        to: href('/admin/blog/:id/edit', { id }),
      })),
    },
  ]
  return groups.filter(({ lines }) => lines.length > 0)
}
