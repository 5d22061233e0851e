import type { Day } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Chart } from '../../ui/chart.tsx'
import type { Report } from '../report.ts'
import { briefTitleOf, spanWords } from '../report-labels.ts'

const pounds = (value: number) => formatMoney(value, 'GBP').replace(/\.00$/, '')
const count = (value: number) => String(value)

/** The charts of a report. */
export function ReportCharts({ report: { lines, by, total, today } }: { report: Report & { today: Day } }) {
  const drawn = { labels: lines.map((line) => briefTitleOf(line, by, today)), head: spanWords[by] }
  const values = (of: (line: (typeof lines)[number]) => number) => lines.map(of)
  return (
    <section aria-labelledby="charts">
      <h2 id="charts" className="sr">
        Charts
      </h2>
      <div className="report-charts">
        <Chart
          title="What did it bring?"
          {...drawn}
          series={[
            { name: 'Earned', look: 'solid', values: values(({ earned }) => earned) },
            { name: 'Expected', look: 'outline', values: values(({ expected }) => expected) },
          ]}
          format={pounds}
        >
          Completed visits are earned, pending and confirmed ones expected, by the day of the visit. No-shows
          do not count.
        </Chart>
        <Chart
          title="How full was it?"
          {...drawn}
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
          title="Who booked, and who cancelled?"
          {...drawn}
          series={[
            { name: 'Bookings', look: 'solid', values: values(({ bookings }) => bookings) },
            { name: 'Cancelled', look: 'hatched', values: values(({ cancelled }) => cancelled) },
          ]}
          format={count}
        />
        {total.refused > 0 && (
          <Chart
            title="When was there no place for them?"
            {...drawn}
            series={[{ name: 'Refused', look: 'hatched', values: values(({ refused }) => refused) }]}
            format={count}
          >
            How often somebody wanted one of these days and could not have it.
          </Chart>
        )}
      </div>
    </section>
  )
}
