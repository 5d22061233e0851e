import { useState } from 'react'

import { countOf, formatCount } from '../../../platform/text/counts.ts'
import type { Result } from '../../../platform/result.ts'
import { type CallProblem, problemSentence, resultOf } from '../../../staff-client/call.ts'
import { apiFor, type StaffArea } from '../../../staff-client/staff-area.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { ifEmailed } from '../../../staff-client/action-result.tsx'
import type { bookingImportApi } from '../booking-import.api.ts'
import type { BookingListRow, SentBookings } from '../booking-import.shapes.ts'

type Part = { rows: BookingListRow[]; next: number | null }

/**
 * `from` rows have been processed so far. After a failure, the import continues there. It overbooks the lines in `overbook`,
 * which staff chose.
 */
type Run = { from: number; overbook: number[]; isRunning: boolean; problem: string | null }

/** Imports the previewed list in parts and shows the progress. After a failure, it continues where it stopped. */
export function BookingRun({
  area,
  sent,
  total,
  rows,
  onRows,
}: {
  area: StaffArea
  sent: SentBookings
  total: number
  rows: BookingListRow[]
  /** Called with the rows of each finished part. */
  onRows: (rows: BookingListRow[]) => void
}) {
  const [run, setRun] = useState<Run | null>(null)
  const [emails_guest, setEmails] = useState(false)
  const waiting = rows.filter(({ outcome }) => outcome === 'new').length
  const full = rows.filter(({ outcome }) => outcome === 'full')
  const fullLines = full.map(({ line }) => line)
  const isRunning = run?.isRunning ?? false
  const shown = rows.flatMap((row) => (row.shown === null ? [] : [row.shown]))

  async function importFrom(start: number, overbook: number[] = []) {
    const api = apiFor<typeof bookingImportApi>(area, '/api/booking_imports')
    let from = start
    for (;;) {
      setRun({ from, overbook, isRunning: true, problem: null })
      const json = { ...sent, from, emails_guest, shown, ...(overbook.length > 0 && { overbook }) }
      const part: Result<Part, CallProblem> = await resultOf(api.index.$post({ json }))
      if (!part.ok) {
        return setRun({ from, overbook, isRunning: false, problem: problemSentence(part.problem) })
      }
      onRows(part.value.rows)
      if (part.value.next === null) break
      from = part.value.next
    }
    setRun({ from: 0, overbook, isRunning: false, problem: null })
  }

  return (
    <div className="stack space-above">
      <CheckField
        label="Email guests a confirmation"
        hint={ifEmailed('Otherwise we email them only when their booking changes.')}
        checked={emails_guest}
        disabled={isRunning}
        onChange={({ target }) => setEmails(target.checked)}
      />
      {isRunning && run && (
        <div role="status">
          <progress className="import-progress" value={run.from} max={total} aria-label="Imported rows" />
          <p>
            {formatCount(run.from)} of {countOf(total, 'row')}
          </p>
        </div>
      )}
      {run?.problem && (
        <Notice tone="bad">
          <p>
            The import stopped after {formatCount(run.from)} of {countOf(total, 'row')}: {run.problem} The
            bookings made so far are complete. Continue now, or import the list again later: nothing is booked
            twice.
          </p>
          <Button type="button" onClick={() => importFrom(run.from, run.overbook)}>
            Continue
          </Button>
        </Notice>
      )}
      {waiting > 0 && !run?.problem && (
        <p>
          <Button type="button" variant="primary" disabled={isRunning} onClick={() => importFrom(0)}>
            {isRunning ? 'Importing …' : `Import ${countOf(waiting, 'booking')}`}
          </Button>
        </p>
      )}
      {waiting === 0 && full.length > 0 && !isRunning && (
        <Notice tone="wait">
          <p>
            {full.length === 1
              ? 'One booking does not fit into its session.'
              : `${formatCount(full.length)} bookings do not fit into their sessions.`}{' '}
            Overbooking is recorded in their history.
          </p>
          <Button type="button" onClick={() => importFrom(0, fullLines)}>
            Overbook {countOf(full.length, 'booking')}
          </Button>
        </Notice>
      )}
    </div>
  )
}
