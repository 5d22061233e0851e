import { Form as PlainForm } from 'react-router'

import { formatCount } from '../../../platform/text/counts.ts'
import { formatMoment } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { AskFirst } from '../../../ui/forms/dialog-form.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { StatusPill } from '../../../ui/badge.tsx'
import { hostOf, sourceProblems } from '../calendar-source.ts'
import { reportSentences } from '../read-report.ts'
import type { CalendarSyncResult, FeedSubject } from '../calendar-sync-actions.tsx'
import type { CalendarSource } from '../calendar-source.shapes.ts'

type SourceState = Pick<CalendarSource, 'failures' | 'checked_at' | 'read_report'>

/** Lists the calendars that close slots, with the state of each calendar. */
export function SourceList({ sources, showVineyard }: { sources: CalendarSource[]; showVineyard: boolean }) {
  const columns = columnsOf(showVineyard)
  return <DataTable caption="Calendars that close slots" columns={columns} rows={sources} sort="" />
}

const columnsOf = (showVineyard: boolean): Column<CalendarSource>[] => [
  {
    head: 'Calendar',
    place: 'name',
    cell: (source) => (
      <>
        {hostOf(source.url)}
        <br />
        <span className="soft small">
          {showVineyard && `${source.vineyard_name}, `}
          {source.experience_title ?? 'all experiences'}: {formatClosures(source.closes)}
        </span>
        <details className="small">
          <summary>Link</summary>
          <span className="address">{source.url}</span>
        </details>
      </>
    ),
  },
  { head: 'State', place: 'status', cell: (source) => <StatusPill {...pillOf(source)} /> },
  {
    head: 'Last check',
    cell: ({ problem, succeeded_at, next_check_at, read_report }) => (
      <>
        {problem && (
          <p>
            {sourceProblems[problem]}{' '}
            {succeeded_at && 'The closures from its last successful check still apply.'}
          </p>
        )}
        {read_report && (
          <p>
            {reportSentences(read_report).join(' ')} Correct this in the other calendar, or close the times
            yourself.
          </p>
        )}
        <span className="soft">
          {succeeded_at ? `Last read ${formatMoment(succeeded_at)}` : 'Not read yet'}
          <br />
          Next check {formatMoment(next_check_at)}
        </span>
      </>
    ),
  },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: (source) => <SourceActions source={source} />,
  },
]

function SourceActions({ source: { id, url } }: { source: CalendarSource }) {
  const host = hostOf(url)
  return (
    <div className="row row-actions">
      <PlainForm method="post" preventScrollReset>
        <HiddenFields values={{ id }} />
        <Button small name="intent" value="sync">
          Sync now<span className="sr">: {host}</span>
        </Button>
      </PlainForm>
      <AskFirst
        label="Remove"
        about={host}
        title="Remove this calendar?"
        safe="Keep"
        values={{ intent: 'remove', id }}
        button={{ small: true }}
      >
        The times that this calendar closed become bookable straight away. Your own closures stay.
      </AskFirst>
    </div>
  )
}

/** The form that adds a calendar. */
export function SourceForm({
  vineyardId,
  subjects,
  outcome,
}: {
  vineyardId: string
  subjects: FeedSubject[]
  outcome: CalendarSyncResult | undefined
}) {
  const problems = outcome?.fields ?? {}
  return (
    <Form method="post" className="form-grid" preventScrollReset refused={outcome?.failed && outcome}>
      <HiddenFields values={{ vineyard_id: vineyardId }} />
      <TextField
        label="Link to the calendar"
        name="url"
        required
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="The secret address in iCal format, from the other calendar’s settings."
        error={problems.url}
      />
      <SelectField
        label="Close the times of"
        name="experience_id"
        error={problems.experience_id}
        options={subjects.map(({ experience_id, title }) => [experience_id ?? '', title])}
      />
      <div className="full">
        <FormButton variant="primary" name="intent" value="add">
          Add the calendar
        </FormButton>
      </div>
    </Form>
  )
}

/** Returns the heading of the page: how many calendars are in sync, failing, being checked or partly read. */
export function sourceHeading(sources: SourceState[]): string {
  const failing = sources.filter(({ failures }) => failures > 0).length
  const checking = sources.filter(({ failures, checked_at }) => failures === 0 && checked_at === null).length
  if (sources.length === 0) return 'Calendar sync'
  if (sources.length === 1 && failing === 1) return 'The calendar is failing'
  if (failing === 0 && checking > 0) {
    if (sources.length === 1) return 'Checking the calendar'
    return checking === sources.length
      ? `Checking ${checking} calendars`
      : `Checking ${checking} of ${sources.length} calendars`
  }
  const partial = sources.filter(({ read_report }) => read_report !== null).length
  if (failing === 0 && partial > 0) {
    if (sources.length === 1) return 'The calendar is read only in part'
    return `${partial} of ${sources.length} calendars ${partial === 1 ? 'is' : 'are'} read only in part`
  }
  if (sources.length === 1) return 'One calendar in sync'
  if (failing === 0) return `${sources.length} calendars in sync`
  return `${failing} of ${sources.length} calendars ${failing === 1 ? 'is' : 'are'} failing`
}

function pillOf({ failures, checked_at, read_report }: SourceState) {
  if (failures > 0) return { label: 'Failing', tone: 'wait', icon: 'alert' } as const
  if (checked_at === null) return { label: 'Checking', tone: 'done', icon: 'clock' } as const
  if (read_report) return { label: 'Read in part', tone: 'wait', icon: 'alert' } as const
  return { label: 'In sync', tone: 'good', icon: 'tick' } as const
}

function formatClosures(closes: number): string {
  if (closes === 0) return 'closes nothing'
  return closes === 1 ? 'closes one period' : `closes ${formatCount(closes)} periods`
}
