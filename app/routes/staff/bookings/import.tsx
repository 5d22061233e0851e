import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'

import { bookingLink } from '../../../bookings/staff-links.tsx'
import type { sessionApi } from '../../../bookings/sessions/session.api.ts'
import { loadExperiences } from '../../../catalogue/experiences/experience-actions.tsx'
import type { bookingImportApi } from '../../../moving-in/bookings/booking-import.api.ts'
import { bookingColumnLabels, bookingHeadings, type BookingColumn } from '../../../moving-in/lists/columns.ts'
import { BookingChoices } from '../../../moving-in/bookings/components/booking-choices.tsx'
import { BookingRun } from '../../../moving-in/bookings/components/booking-run.tsx'
import { ListForm } from '../../../moving-in/lists/components/list-form.tsx'
import {
  formatOutcomeCounts,
  readBookingChoices,
  readChosenList,
} from '../../../moving-in/lists/import-actions.tsx'
import { countOf } from '../../../platform/text/counts.ts'
import { addDays, type Day, formatDayInList, formatTime } from '../../../platform/days.ts'
import { formatPounds } from '../../../platform/money.ts'
import { toActionResult } from '../../../staff-client/action-result.tsx'
import { resultOf } from '../../../staff-client/call.ts'
import { load, vineyardAt } from '../../../staff-client/load.ts'
import { apiFor, staffAreaOf } from '../../../staff-client/staff-area.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { ImportRows, type OutcomePills } from '../../../ui/lists/import-rows.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/import.ts'
import type {
  BookingListPreview,
  BookingListRow,
  BookingRowOutcome,
  SentBookings,
} from '../../../moving-in/bookings/booking-import.shapes.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Import bookings')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const vineyard_id = await vineyardAt(request, params.id)
  const sessions = apiFor<typeof sessionApi>(area, '/api/sessions')
  const [experiences, { today }] = await Promise.all([
    loadExperiences(request, vineyard_id),
    load(request, sessions.index.$get({ query: { vineyard_id } })),
  ])
  return { vineyard_id, experiences, today }
}

/** A preview with the bookings that were sent for it, or the reason why the file was refused. */
type Answer = { list: BookingListPreview; sent: SentBookings } | { refused: string }

export async function clientAction({ request, params }: Route.ClientActionArgs): Promise<Answer> {
  const area = staffAreaOf(request.url)
  const form = await request.formData()
  const list = await readChosenList<BookingColumn>(form, Object.keys(bookingHeadings) as BookingColumn[])
  if (!list.ok) return { refused: list.problem }
  const vineyard_id = await vineyardAt(request, params.id)
  const sent = { vineyard_id, ...list.value, ...readBookingChoices(form) }
  const answer = await resultOf(
    apiFor<typeof bookingImportApi>(area, '/api/booking_imports').preview.$post({ json: sent }),
  )
  return answer.ok ? { list: answer.value, sent } : { refused: toActionResult(request, answer, '').message }
}

/** Returns a list with one booking, four weeks ahead of `today`. */
const templateFor = (today: Day) =>
  'Reference,Experience,Date,Time,Guests,Guest name,Email,Phone,Notes,Total\r\n' +
  `OLD-1001,Vineyard tour and tasting,${addDays(today, 28)},2:30 PM,4,Mary Anning,mary@example.com,01632 960456,"One vegetarian",100.00\r\n`

const pills: OutcomePills<BookingRowOutcome> = {
  refused: { label: 'Refused', tone: 'wait', icon: 'alert' },
  full: { label: 'Does not fit', tone: 'wait', icon: 'people' },
  new: { label: 'New', tone: 'good', icon: 'plus' },
  imported: { label: 'Imported', tone: 'done', icon: 'tick' },
  past: { label: 'Past', tone: 'none', icon: 'clock' },
  cancelled: { label: 'Left out', tone: 'none', icon: 'cross' },
  no_booking: { label: 'No booking', tone: 'none', icon: 'minus' },
}

const facts: Column<BookingListRow>[] = [
  {
    head: 'Visit',
    place: 'what',
    cell: ({ day, time }) =>
      day && (
        <>
          <span className="nowrap">{formatDayInList(day)}</span>{' '}
          <span className="nowrap">{time && formatTime(time)}</span>
        </>
      ),
  },
  { head: 'Experience', cell: ({ experience }) => experience },
  { head: 'Party', place: 'guests', cell: ({ guests }) => guests && countOf(guests, 'guest') },
  {
    head: 'Price',
    place: 'sum',
    figures: true,
    cell: ({ total_price }) => (total_price === null ? null : formatPounds(total_price)),
  },
]

export default function ImportBookings({ loaderData, actionData }: Route.ComponentProps) {
  // Choosing another file hides the preview of the first.
  const [dismissed, setDismissed] = useState<typeof actionData>()
  const answer = actionData === dismissed ? undefined : actionData
  const area = staffAreaOf(useLocation().pathname)
  const { vineyard_id, experiences, today } = loaderData
  const shown = answer && 'list' in answer ? answer : undefined
  const list =
    area === 'admin'
      ? href('/admin/vineyards/:id/bookings', { id: vineyard_id })
      : href('/winemaker/bookings')
  const feeds = area === 'admin' ? href('/admin/calendar-sync') : href('/winemaker/calendar-sync')
  return (
    <>
      <StaffHead
        title="Import bookings"
        above={<Breadcrumb trail={[{ to: list, label: 'Bookings' }]} here="Import a list" />}
      >
        <ButtonAnchor
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateFor(today))}`}
          download="bookings.csv"
        >
          Download a template
        </ButtonAnchor>
      </StaffHead>
      <p className="prose">
        Upload a CSV file of upcoming bookings from your old system. You see day, time, party and price of
        each booking before anything is booked, and no guest is emailed unless you ask for it. We do not store
        the file. Still taking bookings there? <Link to={feeds}>Connect its calendar</Link>, so that new
        bookings close your slots here.
      </p>
      <ListForm
        refusal={answer && 'refused' in answer ? answer.refused : undefined}
        preview={shown?.list}
        importableCount={0}
        labels={bookingColumnLabels}
        needed={['date', 'guests']}
        onChoose={() => setDismissed(actionData)}
      >
        {shown && (
          <BookingChoices
            key={JSON.stringify([shown.list.dates, shown.list.experiences, shown.list.statuses])}
            preview={shown.list}
            experiences={experiences}
          />
        )}
      </ListForm>
      {shown && (
        <Previewed key={JSON.stringify(shown.sent).length + shown.list.rows.length} area={area} {...shown} />
      )}
    </>
  )
}

/** Shows the previewed rows. During the import, each row changes to its outcome. */
function Previewed({
  area,
  list,
  sent,
}: {
  area: 'winemaker' | 'admin'
  list: BookingListPreview
  sent: SentBookings
}) {
  const [done, setDone] = useState<ReadonlyMap<number, BookingListRow>>(new Map())
  const rows = list.rows.map((row) => done.get(row.line) ?? row)
  const counts = { ...list.counts }
  for (const row of list.rows) {
    const now = done.get(row.line)
    if (!now) continue
    counts[row.outcome]--
    counts[now.outcome]++
  }
  return (
    <>
      <BookingRun
        area={area}
        sent={sent}
        total={list.total}
        rows={rows}
        onRows={(part) =>
          setDone((before) => new Map([...before, ...part.map((row) => [row.line, row] as const)]))
        }
      />
      <div role="status" className="space-above">
        <Notice tone={counts.refused + counts.full > 0 ? 'wait' : counts.new > 0 ? 'info' : 'good'}>
          {sent.name}: {formatOutcomeCounts(pills, counts)}.
          {list.header_line > 1 && ` The header is line ${list.header_line}.`}
        </Notice>
      </div>
      <ImportRows
        head="Guest"
        facts={facts}
        rows={rows}
        counts={counts}
        pills={pills}
        notes={({ notes }) => notes.map((note) => <p key={note}>{note}</p>)}
        link={({ id }) => (id === null ? null : bookingLink(area, id))}
      />
    </>
  )
}
