import { Link, useNavigation, useSubmit } from 'react-router'

import { apiFor } from '../../staff-client/staff-area.ts'
import { isInvalid, problemSentence, resultOf } from '../../staff-client/call.ts'
import { failed, load } from '../../staff-client/load.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { FollowedField, FollowedSelect } from '../../ui/forms/followed-field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { Tabs } from '../../ui/lists/list-tools.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { SaveCsv } from '../../staff-client/save-csv.tsx'
import {
  ChannelTable,
  DemandTable,
  FigureList,
  LineTable,
  ReportCharts,
} from '../../staff/reports/components/report-figures.tsx'
import { headlineOf, formatSpan, spanLabels } from '../../staff/reports/report-labels.ts'
import type { reportApi } from '../../staff/reports/report.api.ts'
import { presets } from '../../staff/reports/report.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/reports.ts'
import '../../ui/lists/lists.css'
import '../../staff/reports/components/reports.css'

export const meta: Route.MetaFunction = () => unlistedHead('Reports')

const reports = apiFor<typeof reportApi>('winemaker', '/api/reports')

/** Returns the report query of a URL, without empty parameters. */
function readQuery(url: string): Record<string, string> {
  const known = ['from', 'until', 'by', 'experience_id']
  const given = [...new URL(url).searchParams].filter(([name, value]) => known.includes(name) && value !== '')
  return Object.fromEntries(given)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = readQuery(request.url)
  const read = await resultOf(reports.index.$get({ query }))
  if (read.ok) return { query, report: read.value, problem: null }
  if (!isInvalid(read.problem)) throw failed(request, read.problem)
  // The form keeps the invalid days. The report of the default days provides the experiences to choose from.
  const { from, until, ...rest } = query
  const report = await load(request, reports.index.$get({ query: rest }))
  return {
    query,
    report: { ...report, from: from ?? '', until: until ?? '' },
    problem: read.problem,
  }
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  const { query, report, problem } = loaderData
  const error = problem?.kind === 'refused' ? problem.fields.until : undefined
  const busy = useNavigation().state === 'loading'
  const choices = (
    <>
      <Tabs label="Days">
        {presets(report.today).map(({ label, from, until, by }) => (
          <Link
            key={label}
            to={`?${new URLSearchParams({ from, until, by })}`}
            aria-current={from === report.from && until === report.until ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </Tabs>
      <SpanForm report={report} query={query} error={error} />
    </>
  )
  if (problem !== null)
    return (
      <div className="report">
        <StaffHead title="Reports" />
        {choices}
        {error === undefined && <Notice tone="bad">{problemSentence(problem)}</Notice>}
      </div>
    )
  const isEmpty = report.total.bookings + report.total.cancelled + report.total.refused === 0
  return (
    <div className="report" aria-busy={busy}>
      <StaffHead title={headlineOf(report.total)} below={formatSpan(report)}>
        <div className="row report-acts">
          <Button type="button" icon="print" onClick={() => print()}>
            Print
          </Button>
          <SaveCsv name="report.csv" download={() => reports.csv.$get({ query })} />
        </div>
      </StaffHead>
      {choices}
      <FigureList total={report.total} />
      {isEmpty ? (
        <Empty title="No figures for these days">
          Nobody booked, cancelled, or tried to book in vain. Choose other days above.
        </Empty>
      ) : (
        <>
          <ReportCharts report={report} />
          <section aria-labelledby="lines">
            <h2 id="lines">Details</h2>
            <LineTable report={report} />
          </section>
          {report.channels.length > 0 && (
            <section aria-labelledby="channels">
              <h2 id="channels">By channel</h2>
              <ChannelTable channels={report.channels} />
            </section>
          )}
        </>
      )}
      <section aria-labelledby="demand">
        <h2 id="demand">Demand you could not meet</h2>
        <DemandTable demand={report.demand} />
      </section>
    </div>
  )
}

/** Lets staff choose the days, the grouping and an experience, and writes the choice into the URL. */
function SpanForm({
  report,
  query,
  error,
}: Pick<Route.ComponentProps['loaderData'], 'report' | 'query'> & { error: string | undefined }) {
  const submit = useSubmit()
  const { from, until, by, experiences } = report
  return (
    <Form
      className="report-span"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement)
          void submit(event.currentTarget, { preventScrollReset: true })
      }}
    >
      <FollowedField label="From" name="from" type="date" required value={from} />
      <FollowedField label="Until" name="until" type="date" required value={until} error={error} />
      <FollowedSelect label="Group by" name="by" value={by} options={spanLabels} />
      <FollowedSelect
        label="Experience"
        name="experience_id"
        value={query.experience_id ?? ''}
        options={Object.fromEntries(experiences.map(({ id, title }) => [id, title]))}
      >
        <option value="">All</option>
      </FollowedSelect>
      <Button>Show</Button>
    </Form>
  )
}
