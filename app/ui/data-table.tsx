/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table that is drawn as
   cards loses its roles in most browsers; said once more they stay */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import './data-table.css'

/** Where a cell stands on a card, where the table is too narrow to be one. */
type Place = 'name' | 'what' | 'status' | 'guests' | 'sum' | 'act' | 'pick'

export type Column<Row> = {
  /** What the list is sorted by under this head, as the API names it. */
  sort?: string
  head: ReactNode
  /** The head is for those who do not see the table. */
  unseen?: boolean
  place?: Place
  /** Figures stand at the right, one under the other. */
  figures?: boolean
  /** On a card, which has no heads, what it is is said before it: "Last visit: ". */
  told?: boolean
  cell: (row: Row) => ReactNode
}

/**
 * A list as a table; cards where there is no room for one, and still a table to those who hear it. The first column that
 * is a name heads its row. `sort` is the order as the address has it.
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
  column: { head, unseen, sort: field, figures },
  sort,
}: {
  column: Column<Row>
  sort: string
}) {
  const { search } = useLocation()
  const way = field !== undefined && sort.replace(/^-/, '') === field
  const isDown = way && sort.startsWith('-')
  const asked = new URLSearchParams(search)
  asked.delete('page')
  if (field) asked.set('sort', way && !isDown ? `-${field}` : field)
  return (
    <th
      scope="col"
      role="columnheader"
      className={figures ? 'r' : undefined}
      aria-sort={way ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      {field ? (
        <Link to={`?${asked}`} preventScrollReset>
          {head}
        </Link>
      ) : unseen ? (
        <span className="sr">{head}</span>
      ) : (
        head
      )}
    </th>
  )
}

function Cell<Row>({
  column: { head, place, figures, told },
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
      {told && children !== null && <span className="only-narrow">{head}: </span>}
      {children}
    </td>
  )
}
