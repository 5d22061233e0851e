/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- most browsers drop the
   roles of a table that CSS shows as cards, so they are set explicitly */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import './data-table.css'

/** The position of a cell on a card, on narrow screens. */
type CardPosition = 'name' | 'what' | 'status' | 'guests' | 'sum' | 'actions' | 'pick'

export type Column<Row> = {
  /** The field of the API by which the column sorts. */
  sort?: string
  head: ReactNode
  /** Whether the head is visually hidden. */
  hiddenHead?: boolean
  place?: CardPosition
  /** Whether the column has numbers, which are aligned to the right. */
  figures?: boolean
  /** Whether cards show the head before the value: "Last visit: ". */
  labelled?: boolean
  cell: (row: Row) => ReactNode
}

/**
 * A list as a table. Narrow screens show it as cards, but to screen readers it is always a table. The `name` column is the
 * heading of its row. `sort` is the order in the URL.
 */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  sort,
}: {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  sort: string
}) {
  return (
    <table className="table" role="table">
      <caption className="sr">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column, n) => (
            <Head key={n} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row" key={row.id}>
            {columns.map((column, n) => (
              <Cell key={n} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head<Row>({
  column: { head, hiddenHead, sort: field, figures },
  sort,
}: {
  column: Column<Row>
  sort: string
}) {
  const { search } = useLocation()
  const isSorted = field !== undefined && sort.replace(/^-/, '') === field
  const isDescending = isSorted && sort.startsWith('-')
  const query = new URLSearchParams(search)
  query.delete('page')
  if (field) query.set('sort', isSorted && !isDescending ? `-${field}` : field)
  return (
    <th
      scope="col"
      role="columnheader"
      className={figures ? 'r' : undefined}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {field ? (
        <Link to={`?${query}`} preventScrollReset>
          {head}
        </Link>
      ) : hiddenHead ? (
        <span className="sr">{head}</span>
      ) : (
        head
      )}
    </th>
  )
}

function Cell<Row>({
  column: { head, place, figures, labelled },
  children,
}: {
  column: Column<Row>
  children: ReactNode
}) {
  const className = [place && `c-${place}`, figures && 'num r'].filter(Boolean).join(' ') || undefined
  if (place === 'name')
    return (
      <th scope="row" role="rowheader" className={className}>
        {children}
      </th>
    )
  return (
    <td role="cell" className={className}>
      {labelled && children !== null && <span className="only-narrow">{head}: </span>}
      {children}
    </td>
  )
}

/** A cell of two lines: its content, and smaller text below. */
export function TwoLines({ below, children }: { below: ReactNode; children: ReactNode }) {
  return (
    <>
      {children}
      <br />
      <span className="soft small">{below}</span>
    </>
  )
}
