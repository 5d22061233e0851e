/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- most browsers drop the
   roles of a table that CSS shows as cards, so they are set explicitly */
import { formatPounds } from '../../../platform/money.ts'
import { kindLabels, netOf, paymentKinds } from '../payment.ts'
import type { TillLine } from '../payment.shapes.ts'
import './payments.css'

/** The till as a table: a row for each person, a column for each kind of payment, and the totals. */
export function TillTable({ lines }: { lines: TillLine[] }) {
  const money = lines.filter(({ kind }) => kind !== null)
  const people = [...Map.groupBy(money, ({ actor_id }) => actor_id).values()]
  const kinds = paymentKinds.filter((kind) => money.some((line) => line.kind === kind))
  const cells = (of: TillLine[]) => [
    ...kinds.map((kind) => formatPounds(netOf(of.filter((line) => line.kind === kind)))),
    formatPounds(netOf(of)),
  ]
  const row = (of: TillLine[]) =>
    cells(of).map((cell, column) => (
      <td key={column} role="cell">
        {cell}
      </td>
    ))
  return (
    <table className={`till-table of-${kinds.length + 1}`} role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Person
          </th>
          {kinds.map((kind) => (
            <th key={kind} scope="col" role="columnheader">
              {kindLabels[kind]}
            </th>
          ))}
          <th scope="col" role="columnheader">
            All
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {people.map((of) => (
          <tr role="row" key={of[0]?.actor_id}>
            <th scope="row" role="rowheader">
              {of[0]?.name ?? 'A former colleague'}
            </th>
            {row(of)}
          </tr>
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row">
          <th scope="row" role="rowheader">
            Everybody
          </th>
          {row(money)}
        </tr>
      </tfoot>
    </table>
  )
}
