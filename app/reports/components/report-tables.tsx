import { formatMoney } from '../../platform/money.ts'
import {
  cancelledShare,
  type Demand,
  type Figures,
  occupancyOf,
  refusalWords,
  type Report,
} from '../report.ts'
import { formatLead, formatShare, spanWords, titleOf } from '../report-labels.ts'

const money = (amount: number) => formatMoney(amount, 'GBP')

/** Eight figures about the whole report. */
export function FigureList({ total }: { total: Figures }) {
  const figures = [
    ['Bookings', total.bookings],
    ['Guests', total.guests],
    ['Earned', money(total.earned)],
    ['Expected', money(total.expected)],
    ['Places taken', `${formatShare(occupancyOf(total))} of ${total.places}`],
    ['Booked ahead', formatLead(total.lead)],
    ['Cancelled', `${total.cancelled} (${formatShare(cancelledShare(total))})`],
    ['Refused', total.refused],
  ]
  return (
    <dl className="figure-list">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** All lines of a report, with the total at the foot. Scrolls sideways on narrow screens. */
export function LineTable({ report: { lines, total, by } }: { report: Report }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be moved must be reached by keyboard
    <div className="wide-table" role="region" aria-label="Lines as a table" tabIndex={0}>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">{spanWords[by]}</th>
            {[
              'Bookings',
              'Guests',
              'Earned',
              'Expected',
              'Places taken',
              'Booked ahead',
              'Cancelled',
              'Refused',
            ].map((head) => (
              <th key={head} scope="col" className="r">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">{titleOf(line, by)}</th>
              <Cells figures={line} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All together</th>
            <Cells figures={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Cells({ figures }: { figures: Figures }) {
  const { bookings, guests, earned, expected, places, taken, lead, cancelled, refused } = figures
  const cells = [
    bookings,
    guests,
    money(earned),
    money(expected),
    places === 0 && taken === 0 ? '–' : `${taken} of ${places} (${formatShare(occupancyOf(figures))})`,
    formatLead(lead),
    cancelled,
    refused,
  ]
  return cells.map((cell, index) => (
    // The order of columns never changes.
    <td key={index} className="num r">
      {cell}
    </td>
  ))
}

/** The most frequent demand comes first. */
export function DemandTable({ demand }: { demand: Demand[] }) {
  if (demand.length === 0)
    return <p className="soft">Nobody was refused, and no search of your region came back empty.</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be moved must be reached by keyboard
    <div className="wide-table" role="region" aria-label="Demand as a table" tabIndex={0}>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">Wanted</th>
            <th scope="col">Why not</th>
            <th scope="col" className="r">
              Times
            </th>
            <th scope="col" className="r">
              People
            </th>
          </tr>
        </thead>
        <tbody>
          {demand.map(({ experience_id, title, region, reason, times, people }) => (
            <tr key={`${experience_id ?? region} ${reason}`}>
              <th scope="row">{title ?? `Anything in ${region}`}</th>
              <td>{refusalWords[reason]}</td>
              <td className="num r">{times}</td>
              <td className="num r">{people}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
