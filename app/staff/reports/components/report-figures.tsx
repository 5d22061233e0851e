/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- most browsers drop the
   roles of a table that CSS shows as cards, so they are set explicitly */
import type { ReactNode } from 'react'

import { channelLabels, bookedThrough } from '../../../bookings/booking-channel.ts'
import type { Day } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatPounds } from '../../../platform/money.ts'
import { Chart } from '../../../ui/pictures/chart.tsx'
import type { Demand, Figures, Report } from '../report.shapes.ts'
import '../../../ui/lists/data-table.css'
import { cancelledShare, occupancyOf } from '../report.ts'
import { withUnmarked } from '../../../bookings/sessions/session.ts'
import {
  briefTitleOf,
  formatLead,
  formatShare,
  spanLabels,
  titleOf,
  demandReasons,
} from '../report-labels.ts'

/** The labels of a chart have little space. */
const briefPounds = (value: number) => formatPounds(value).replace(/\.00$/, '')

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
          format={briefPounds}
        >
          Revenue by the day of the visit: completed visits count as earned, pending and confirmed visits as
          expected. For no-shows and cancelled visits, only the money that you kept counts.
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
          format={String}
        />
        <Chart
          title="Bookings and cancellations"
          {...axis}
          series={[
            { name: 'Bookings', look: 'solid', values: values(({ bookings }) => bookings) },
            { name: 'Cancelled', look: 'hatched', values: values(({ cancelled }) => cancelled) },
          ]}
          format={String}
        />
        {total.refused > 0 && (
          <Chart
            title="Refused bookings"
            {...axis}
            series={[{ name: 'Refused', look: 'hatched', values: values(({ refused }) => refused) }]}
            format={String}
          >
            How often somebody tried to book these days and could not.
          </Chart>
        )}
      </div>
    </section>
  )
}

/** A figure with its name. `inTotals` renders the figure in the list of totals, if the list differs from the table. */
type NamedFigure = {
  name: string
  cell: (figures: Figures) => ReactNode
  inTotals?: (total: Figures) => ReactNode
}

const namedFigures: NamedFigure[] = [
  { name: 'Bookings', cell: ({ bookings }) => bookings },
  { name: 'Guests', cell: withUnmarked },
  { name: 'Earned', cell: ({ earned }) => formatPounds(earned) },
  { name: 'Expected', cell: ({ expected }) => formatPounds(expected) },
  { name: 'Money taken', cell: ({ money_taken }) => formatPounds(money_taken) },
  {
    name: 'Places taken',
    cell: ({ places, taken }) =>
      places === 0 && taken === 0
        ? '–'
        : `${taken} of ${places} (${formatShare(occupancyOf({ places, taken }))})`,
    inTotals: (total) => (total.places === 0 ? '–' : `${formatShare(occupancyOf(total))} of ${total.places}`),
  },
  { name: 'Booked ahead', cell: ({ lead }) => formatLead(lead) },
  {
    name: 'Cancelled',
    cell: ({ cancelled }) => cancelled,
    inTotals: (total) => {
      const share = cancelledShare(total)
      return share === null ? total.cancelled : `${total.cancelled} (${formatShare(share)})`
    },
  },
  { name: 'Refused', cell: ({ refused }) => refused },
]

/** Lists the totals of the whole span. */
export function FigureList({ total }: { total: Figures }) {
  return (
    <dl className="figure-list">
      {namedFigures.map(({ name, cell, inTotals = cell }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{inTotals(total)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Row = { key: string; cells: ReactNode[] }

/**
 * A table that scrolls sideways, and shows its rows as cards on narrow screens. The first `texts` columns contain text; all
 * other columns are right-aligned figures.
 */
function WideTable({
  label,
  heads,
  texts = 1,
  rows,
  total,
}: {
  label: string
  heads: string[]
  texts?: number
  rows: Row[]
  total?: Row
}) {
  const row = ({ key, cells: [title, ...cells] }: Row) => (
    <tr role="row" key={key}>
      <th scope="row" role="rowheader">
        {title}
      </th>
      {cells.map((cell, n) =>
        n + 1 < texts ? (
          <td key={n} role="cell">
            {cell}
          </td>
        ) : (
          // The order of the columns is fixed.
          <td key={n} role="cell" className="num r">
            <span className="only-narrow">{heads[n + 1]} </span>
            {cell}
          </td>
        ),
      )}
    </tr>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <div className="wide-table" role="region" aria-label={label} tabIndex={0}>
      <table className="report-table" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {heads.map((head, column) => (
              <th key={head} scope="col" role="columnheader" className={column < texts ? undefined : 'r'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{rows.map(row)}</tbody>
        {total && <tfoot role="rowgroup">{row(total)}</tfoot>}
      </table>
    </div>
  )
}

/** The lines of a report with their total. Lines without figures are counted instead of listed. */
export function LineTable({ report: { lines, total, by } }: { report: Report }) {
  const listed = lines.filter((line) => !isEmptyLine(line))
  const hidden = lines.length - listed.length
  const cellsOf = (figures: Figures) => namedFigures.map(({ cell }) => cell(figures))
  return (
    <>
      <WideTable
        label="Details as a table"
        heads={[spanLabels[by], ...namedFigures.map(({ name }) => name)]}
        rows={listed.map((line) => ({ key: line.key, cells: [titleOf(line, by), ...cellsOf(line)] }))}
        total={{ key: 'total', cells: ['Total', ...cellsOf(total)] }}
      />
      {hidden > 0 && (
        <p className="soft small space-above">
          {countOf(hidden, spanLabels[by].toLowerCase())} without sessions, bookings and money{' '}
          {hidden === 1 ? 'is' : 'are'} not listed.
        </p>
      )}
    </>
  )
}

function isEmptyLine({ bookings, cancelled, refused, places, taken, earned, money_taken }: Figures): boolean {
  return [bookings, cancelled, refused, places, taken, earned, money_taken].every((figure) => figure === 0)
}

/** A table of the bookings by channel. */
export function ChannelTable({ channels }: { channels: Report['channels'] }) {
  return (
    <WideTable
      label="Bookings by channel as a table"
      heads={['Booked through', 'Bookings', 'Guests', 'Revenue', 'Cancelled']}
      rows={channels.map(({ channel, seller, bookings, guests, not_marked, revenue, cancelled }) => ({
        key: `${channel} ${seller}`,
        cells: [
          <>
            {bookedThrough({ channel, seller })}
            {seller !== null && <span className="soft small"> {channelLabels[channel]}</span>}
          </>,
          bookings,
          withUnmarked({ guests, not_marked }),
          formatPounds(revenue),
          cancelled,
        ],
      }))}
    />
  )
}

export function DemandTable({ demand }: { demand: Demand[] }) {
  if (demand.length === 0)
    return (
      <p className="soft">
        Every booking attempt succeeded, and every search of your region found something.
      </p>
    )
  return (
    <WideTable
      label="Demand as a table"
      heads={['Wanted', 'Reason', 'Times', 'People']}
      texts={2}
      rows={demand.map(({ experience_id, title, region, reason, times, people }) => ({
        key: `${experience_id ?? region} ${reason}`,
        cells: [title ?? `Anything in ${region}`, demandReasons[reason], times, people],
      }))}
    />
  )
}
