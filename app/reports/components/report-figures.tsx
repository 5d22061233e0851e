import type { Day } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Chart } from '../../ui/chart.tsx'
import {
  cancelledShare,
  type Demand,
  demandReasons,
  type Figures,
  occupancyOf,
  type Report,
} from '../report.ts'
import { briefTitleOf, formatLead, formatShare, spanLabels, titleOf } from '../report-labels.ts'

const pounds = (value: number) => formatMoney(value, 'GBP').replace(/\.00$/, '')
const count = (value: number) => String(value)

export function ReportCharts({ report: { lines, by, total, today } }: { report: Report & { today: Day } }) {
  const axis = { labels: lines.map((line) => briefTitleOf(line, by, today)), head: spanLabels[by] }
  const values = (of: (line: (typeof lines)[number]) => number) => lines.map(of)
  return (
    <section aria-labelledby="charts">
      <h2 id="charts" className="sr">
        Charts
      </h2>
      <div className="report-charts">
        <Chart
          title="Revenue"
          {...axis}
          series={[
            { name: 'Earned', look: 'solid', values: values(({ earned }) => earned) },
            { name: 'Expected', look: 'outline', values: values(({ expected }) => expected) },
          ]}
          format={pounds}
        >
          By day of the visit: completed visits are earned, pending and confirmed ones expected. No-shows do
          not count.
        </Chart>
        <Chart
          title="Places"
          {...axis}
          series={[
            { name: 'Places taken', look: 'solid', values: values(({ taken }) => taken) },
            {
              name: 'Places left',
              look: 'outline',
              values: values(({ places, taken }) => Math.max(0, places - taken)),
            },
          ]}
          format={count}
        />
        <Chart
          title="Bookings and cancellations"
          {...axis}
          series={[
            { name: 'Bookings', look: 'solid', values: values(({ bookings }) => bookings) },
            { name: 'Cancelled', look: 'hatched', values: values(({ cancelled }) => cancelled) },
          ]}
          format={count}
        />
        {total.refused > 0 && (
          <Chart
            title="Refused bookings"
            {...axis}
            series={[{ name: 'Refused', look: 'hatched', values: values(({ refused }) => refused) }]}
            format={count}
          >
            How often somebody tried to book these days and could not.
          </Chart>
        )}
      </div>
    </section>
  )
}

const money = (amount: number) => formatMoney(amount, 'GBP')

/** The totals of the whole span. */
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

/** The lines of a report with their total, in a table that scrolls sideways. */
export function LineTable({ report: { lines, total, by } }: { report: Report }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <div className="wide-table" role="region" aria-label="Lines as a table" tabIndex={0}>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">{spanLabels[by]}</th>
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
            <th scope="row">Total</th>
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
    // The order of the columns is fixed.
    <td key={index} className="num r">
      {cell}
    </td>
  ))
}

/** Failed attempts to book, the most frequent first. */
export function DemandTable({ demand }: { demand: Demand[] }) {
  if (demand.length === 0)
    return (
      <p className="soft">
        Every booking attempt succeeded, and every search of your region found something.
      </p>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
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
              <td>{demandReasons[reason]}</td>
              <td className="num r">{times}</td>
              <td className="num r">{people}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
