import { useState } from 'react'
import { href, Link } from 'react-router'

import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusPill, type StatusTone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icons.ts'
import { formatCount } from '../../platform/counts.ts'
import { type ImportLine, type ImportPreview, type RowOutcome, outcomes } from './import-preview.ts'

const looks: Record<RowOutcome, { label: string; tone: StatusTone; icon: IconName }> = {
  new: { label: 'New', tone: 'good', icon: 'plus' },
  filled: { label: 'Filled', tone: 'good', icon: 'tick' },
  unchanged: { label: 'Unchanged', tone: 'done', icon: 'minus' },
  refused: { label: 'Refused', tone: 'wait', icon: 'alert' },
}

/** More would make the page slow, and nobody reads them. */
const most = 300

/** What becomes of each row, those first that somebody has to look at. */
export function ImportRows({
  rows,
  counts,
  done,
}: {
  rows: ImportLine[]
  counts: ImportPreview['counts']
  done: boolean
}) {
  const there = outcomes.toReversed().filter((outcome) => counts[outcome] > 0)
  const [chosen, setChosen] = useState<RowOutcome | null>(null)
  const fitting = rows.filter(({ outcome }) => chosen === null || outcome === chosen)
  const sorted = chosen === null ? fitting.toSorted((a, b) => rank(a) - rank(b)) : fitting
  return (
    <section className="space-above" aria-label="Rows">
      <fieldset className="segments">
        <legend className="sr">Show</legend>
        {[null, ...there].map((outcome) => (
          <label key={outcome ?? 'all'}>
            <input
              type="radio"
              name="outcome"
              checked={chosen === outcome}
              onChange={() => setChosen(outcome)}
            />
            <span>
              {outcome ? looks[outcome].label : 'All'}{' '}
              <span className="num soft">{formatCount(outcome ? counts[outcome] : rows.length)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <DataTable
        caption="Rows of the list"
        columns={columnsOf(done)}
        rows={sorted.slice(0, most).map((row) => ({ ...row, id: String(row.line) }))}
        sort=""
      />
      {sorted.length > most && <p className="soft small">and {formatCount(sorted.length - most)} more</p>}
    </section>
  )
}

const columnsOf = (done: boolean): Column<ImportLine & { id: string }>[] => [
  {
    head: 'Vineyard',
    place: 'name',
    cell: ({ vineyard_id, name, outcome, line }) => (
      <>
        {vineyard_id && (done || outcome !== 'new') ? (
          <Link to={href('/admin/vineyards/:id', { id: vineyard_id })}>{name}</Link>
        ) : (
          name || 'No name'
        )}
        <br />
        <span className="soft small">Line {line}</span>
      </>
    ),
  },
  {
    head: 'What is to be said',
    cell: ({ reasons, fills }) =>
      reasons.length + fills.length === 0 ? null : (
        <>
          {reasons.map(({ said, fix }) => (
            <p key={said}>
              <strong>{sentence(said)}</strong> {fix}
            </p>
          ))}
          {fills.length > 0 && <p>Fills {fills.map((field) => field.replaceAll('_', ' ')).join(', ')}.</p>}
        </>
      ),
  },
  { head: 'Outcome', place: 'status', cell: ({ outcome }) => <StatusPill {...looks[outcome]} /> },
]

/** Refused first, then what changes, then what does not. */
function rank({ outcome }: ImportLine): number {
  return ['refused', 'new', 'filled', 'unchanged'].indexOf(outcome)
}

function sentence(said: string): string {
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replaceAll('_', ' ')}.`
}
