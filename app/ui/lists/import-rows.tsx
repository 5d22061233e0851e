import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { formatCount } from '../../platform/text/counts.ts'
import { StatusPill, type StatusTone } from '../badge.tsx'
import { Button } from '../button.tsx'
import { type Column, DataTable, TwoLines } from './data-table.tsx'
import type { IconName } from '../pictures/icons.ts'
import './import-rows.css'

type ListedRow<Outcome extends string> = { line: number; name: string; outcome: Outcome }

/** How each outcome of a row is shown. Outcomes that need attention come first. */
export type OutcomePills<Outcome extends string> = Record<
  Outcome,
  { label: string; tone: StatusTone; icon: IconName }
>

/** The rows shown at once. More rows would make the page slow. */
const rowsAtOnce = 300

/** The rows of an uploaded list with their outcomes, and buttons that show only the rows of one outcome. */
export function ImportRows<Outcome extends string, Row extends ListedRow<Outcome>>({
  head,
  rows,
  counts,
  pills,
  facts = [],
  notes,
  link,
}: {
  /** The head of the column that names the row. */
  head: string
  /** Columns between the name and the notes. */
  facts?: Column<Row>[]
  rows: Row[]
  counts: Record<Outcome, number>
  pills: OutcomePills<Outcome>
  notes: (row: Row) => ReactNode
  /** Returns the URL of the page that shows the result of a row, or null. */
  link: (row: Row) => string | null
}) {
  const ranked = Object.keys(pills) as Outcome[]
  const [chosen, setChosen] = useState<Outcome | null>(null)
  const [most, setMost] = useState(rowsAtOnce)
  const matching = rows.filter(({ outcome }) => chosen === null || outcome === chosen)
  const rank = ({ outcome }: Row) => ranked.indexOf(outcome)
  const sorted = chosen === null ? matching.toSorted((a, b) => rank(a) - rank(b)) : matching
  const columns: Column<{ id: string; row: Row }>[] = [
    {
      head,
      place: 'name',
      cell: ({ row }) => {
        const to = link(row)
        return (
          <TwoLines below={`Line ${row.line}`}>
            {to === null ? row.name || 'No name' : <Link to={to}>{row.name}</Link>}
          </TwoLines>
        )
      },
    },
    ...facts.map(({ cell, ...fact }) => ({
      ...fact,
      cell: ({ row }: { row: Row }) => cell(row),
    })),
    { head: 'Notes', cell: ({ row }) => notes(row) },
    { head: 'Outcome', place: 'status', cell: ({ row }) => <StatusPill {...pills[row.outcome]} /> },
  ]
  return (
    <section className="space-above" aria-label="Rows">
      <fieldset className="segments">
        <legend className="sr">Show</legend>
        {[null, ...ranked.filter((outcome) => counts[outcome] > 0)].map((outcome) => (
          <label key={outcome ?? 'all'}>
            <input
              type="radio"
              name="outcome"
              checked={chosen === outcome}
              onChange={() => {
                setChosen(outcome)
                setMost(rowsAtOnce)
              }}
            />
            <span>
              {outcome ? pills[outcome].label : 'All'}{' '}
              <span className="num soft">{formatCount(outcome ? counts[outcome] : rows.length)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <DataTable
        caption="Rows of the list"
        columns={columns}
        rows={sorted.slice(0, most).map((row) => ({ id: String(row.line), row }))}
        sort=""
      />
      {sorted.length > most && (
        <p className="space-above">
          <Button type="button" variant="line" onClick={() => setMost(most + rowsAtOnce)}>
            Show {formatCount(Math.min(rowsAtOnce, sorted.length - most))} more of{' '}
            {formatCount(sorted.length)}
          </Button>
        </p>
      )}
    </section>
  )
}
