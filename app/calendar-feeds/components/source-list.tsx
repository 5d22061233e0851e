import { formatMoment } from '../../platform/days.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { ShownSource } from '../calendar-data.tsx'
import { sourceProblems } from '../calendar-source.ts'
import { SourceActions } from './source-actions.tsx'
import { closesWords, hostOf, stateOf } from '../source-labels.ts'

/** Calendars that close slots, and how each does. `named` says whose each is. */
export function SourceList({ sources, named: label }: { sources: ShownSource[]; named: boolean }) {
  return <DataTable caption="Calendars that close slots" columns={columnsOf(label)} rows={sources} sort="" />
}

const columnsOf = (label: boolean): Column<ShownSource>[] => [
  {
    head: 'Calendar',
    place: 'name',
    cell: (source) => (
      <>
        {hostOf(source.url)}
        <br />
        <span className="soft small">
          {label && `${source.vineyard_name}, `}
          {source.experience_title ?? 'all experiences'}: {closesWords(source.closes)}
        </span>
        <details className="small">
          <summary>Its address</summary>
          <span className="address">{source.url}</span>
        </details>
      </>
    ),
  },
  { head: 'State', place: 'status', cell: (source) => <StatusPill {...stateOf(source)} /> },
  {
    head: 'Last answer',
    cell: ({ problem, succeeded_at, next_check_at }) => (
      <>
        {problem && (
          <p>
            {sourceProblems[problem]} {succeeded_at && 'What it said last holds.'}
          </p>
        )}
        <span className="soft">
          {succeeded_at ? `Last answered ${formatMoment(succeeded_at)}` : 'Has not answered yet'}
          <br />
          Asked {problem ? 'again' : 'next'} {formatMoment(next_check_at)}
        </span>
      </>
    ),
  },
  {
    head: 'What can be done',
    unseen: true,
    place: 'act',
    cell: (source) => <SourceActions source={source} />,
  },
]
