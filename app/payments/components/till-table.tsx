import { formatMoney } from '../../platform/money.ts'
import { kindLabels, netOf, paymentKinds, type TillLine } from '../payment.ts'
import './payments.css'

const pounds = (amount: number) => formatMoney(amount, 'GBP')

/** A row for each person, a column for each kind, and the totals. */
export function TillTable({ lines }: { lines: TillLine[] }) {
  const money = lines.filter(({ kind }) => kind !== null)
  const people = [...Map.groupBy(money, ({ actor_id }) => actor_id).values()]
  const kinds = paymentKinds.filter((kind) => money.some((line) => line.kind === kind))
  const cells = (of: TillLine[]) => [
    ...kinds.map((kind) => pounds(netOf(of.filter((line) => line.kind === kind)))),
    pounds(netOf(of)),
  ]
  const row = (of: TillLine[]) => cells(of).map((cell, column) => <td key={column}>{cell}</td>)
  return (
    <table className="till-table">
      <thead>
        <tr>
          <th scope="col">Person</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {kindLabels[kind]}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {people.map((of) => (
          <tr key={of[0]?.actor_id}>
            <th scope="row">{of[0]?.name ?? 'A former colleague'}</th>
            {row(of)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Everybody</th>
          {row(money)}
        </tr>
      </tfoot>
    </table>
  )
}
