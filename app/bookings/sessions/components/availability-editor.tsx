import { type ComponentProps, useMemo, useState } from 'react'
import { useFetcher, useNavigation, useSearchParams } from 'react-router'

import { DayPanel, PlanCalendar } from '../../../availability/components/plan-calendar.tsx'
import {
  type PlanSaveResult,
  type PlanVersion,
  type UnavailableQuery,
  usePlanPreview,
} from '../../../availability/plan-actions.tsx'
import { byDay, formatStart, isSamePlan, mergePlans } from '../../../availability/plan.ts'
import { isCompleteSeason } from '../../../availability/season.ts'
import { type StartDraft, PlanEditor } from '../../../availability/components/plan-editor.tsx'
import type { Experience } from '../../../catalogue/experiences/experience.ts'
import { experienceLinks } from '../../../catalogue/experiences/experience-links.tsx'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { addMonths, type Day, monthOf } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Conflict, SaveBar } from '../../../ui/forms/edit-form.tsx'
import { SkeletonBlock, Skeleton } from '../../../ui/page/skeleton.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Refusal } from '../../../ui/page/notice.tsx'
import { UnsavedGuard } from '../../../ui/forms/leaving.tsx'
import { actionFields, type AvailabilityAction, type ListedException } from '../closure-actions.tsx'
import { useClosures } from './affected-bookings.tsx'
import {
  ExceptionForm,
  ExceptionList,
  type ExceptionScope,
  OverbookedNotice,
  useOpenException,
  wholeVineyard,
} from './exceptions.tsx'
import type { DraftStart } from '../../../availability/plan.shapes.ts'

let newDrafts = 0
const draftOf = (start: DraftStart): StartDraft => ({ key: start.id ?? `new-${++newDrafts}`, start })

/** An experience's calendar month and exceptions, beside a form with its start times. */
export function AvailabilityEditor({
  area,
  experience,
  plan,
  query,
  day,
  exceptions,
  answer,
}: {
  area: StaffArea
  experience: Experience
  plan: PlanVersion & { today: Day }
  query: UnavailableQuery
  day: Day
  exceptions: ListedException[]
  answer: ComponentProps<typeof DayPanel>['answer']
}) {
  const links = experienceLinks(area, experience.vineyard_id)
  const [, setParameters] = useSearchParams()
  const [month, setMonth] = useState(monthOf(day))
  const [changing, setChanging] = useOpenException()
  // While another day loads, the previous day is hidden, so that staff do not close the wrong day.
  const target = useNavigation().location
  const chosen = (target && new URLSearchParams(target.search).get('day')) ?? day

  const closure = useClosures('closure', exceptions)
  const planning = useFetcher<PlanSaveResult>()
  const save = (action: AvailabilityAction & { intent: 'plan' }) =>
    void planning.submit(actionFields(action), { method: 'post' })

  // The saved plan on which the edits are based. Saving, or taking over a colleague's version, replaces this plan.
  const [opened, setOpened] = useState<PlanVersion>(plan)
  const [drafts, setDrafts] = useState(() => plan.patterns.map(draftOf))
  const [open, setOpen] = useState<string | null>(null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const openVersion = (version: PlanVersion, starts: DraftStart[]) => {
    setOpened(version)
    setDrafts(starts.map(draftOf))
  }
  const saved = planning.data?.saved_at ?? null
  if (saved !== null && saved !== savedAt && plan.version !== opened.version && planning.state === 'idle') {
    setSavedAt(saved)
    openVersion(plan, plan.patterns)
    setOpen(null)
  }
  const patterns = useMemo(() => drafts.map(({ start }) => start), [drafts])
  const dirty = !isSamePlan(patterns, opened.patterns)

  // The preview leaves out start times that are still incomplete.
  const complete = useMemo(() => patterns.filter(isComplete), [patterns])
  const preview = usePlanPreview(area, experience.id, complete, month, exceptions)
  const days = useMemo(() => byDay(preview.starts ?? []), [preview.starts])
  const refusal = planning.data && planning.data.saved_at === null ? planning.data : null
  const theirs = refusal?.conflict?.theirs
  const [sent, setSent] = useState(patterns)
  const problems = {
    ...atPositions(preview.refusal?.fields ?? {}, complete, patterns),
    ...(refusal && sent === patterns && refusal.fields),
  }

  const add = () => {
    const last = drafts.at(-1)?.start
    const draft = draftOf({
      id: null,
      days_of_week: last?.days_of_week ?? [6, 7],
      start_time: '',
      capacity: last?.capacity ?? 10,
      valid_from: plan.today,
      valid_until: last?.valid_until ?? null,
      yearly_season: last?.yearly_season ?? null,
    })
    setDrafts([...drafts, draft])
    setOpen(draft.key)
  }

  return (
    <>
      <UnsavedGuard dirty={dirty && planning.state === 'idle'} />
      <OverbookedNotice today={plan.today} starts={preview.starts ?? []} left={preview.left} />
      <div className="avail space-above">
        <div className="stack-lg">
          {preview.starts === null && !preview.refusal ? (
            <Loading label="Loading the calendar" />
          ) : (
            <PlanCalendar
              month={month}
              today={plan.today}
              days={days}
              chosen={chosen}
              reasonOn={({ starts }) =>
                exceptions.find(({ id }) => starts.some(({ exception_id }) => exception_id === id))?.reason ??
                null
              }
              onMonth={(by) => setMonth(addMonths(month, by))}
              onDay={(day) => {
                setChanging(null)
                setParameters({ day }, { preventScrollReset: true })
              }}
            />
          )}
          {chosen === day ? (
            <DayPanel
              key={day}
              day={day}
              query={query}
              answer={answer}
              experienceId={experience.id}
              links={links}
              onChange={setChanging}
            />
          ) : (
            <Loading label="Loading the day" />
          )}
          {changing && (
            <ExceptionForm
              key={`${changing} ${day} ${closure.outcome?.failed === false}`}
              vineyardId={experience.vineyard_id}
              closes={changing === 'close'}
              title={changing === 'close' ? 'Close a day' : 'Change a day’s places'}
              scopes={scopesOf(experience, plan)}
              on={day}
              problems={closure.outcome?.fields ?? {}}
              busy={closure.busy}
              onSubmit={(exception) => closure.act({ intent: 'close', exception })}
            />
          )}
          {closure.undoButtons}
          <ExceptionList
            exceptions={exceptions}
            busy={closure.busy}
            onRemove={(exception) => closure.act({ intent: 'open', exception })}
          />
        </div>
        <Form
          as="form"
          refused={refusal}
          className="stack-lg"
          draft={`start times ${experience.id}`}
          saved={savedAt}
          onSubmit={(event) => {
            event.preventDefault()
            setSent(patterns)
            save({ intent: 'plan', seen: opened, patterns })
          }}
        >
          {refusal && !refusal.conflict && sent === patterns && <Refusal>{refusal.message}</Refusal>}
          {refusal?.conflict && theirs && opened.version !== theirs.version && (
            <Conflict differences={refusal.conflict.differences}>
              <Button
                type="button"
                onClick={() => openVersion(theirs, mergePlans(opened.patterns, theirs.patterns, patterns))}
              >
                Merge their changes, keep mine
              </Button>
              <Button type="button" variant="text" onClick={() => openVersion(theirs, theirs.patterns)}>
                Use theirs, discard mine
              </Button>
            </Conflict>
          )}
          <input
            type="hidden"
            name="plan"
            value={JSON.stringify(patterns)}
            data-draft=""
            onInput={({ currentTarget }) =>
              setDrafts((JSON.parse(currentTarget.value) as DraftStart[]).map(draftOf))
            }
          />
          <PlanEditor
            today={plan.today}
            drafts={drafts}
            open={open}
            problems={problems}
            onOpen={setOpen}
            onChange={setDrafts}
            onAdd={add}
          />
          <SaveBar
            saving={planning.state !== 'idle'}
            dirty={dirty}
            savedAt={savedAt}
            label="Save start times"
          />
        </Form>
      </div>
      {closure.question}
    </>
  )
}

function scopesOf({ id }: Experience, { patterns }: PlanVersion): ExceptionScope[] {
  const scope = { experience_id: id, pattern_id: null }
  const starts = patterns.flatMap((start) =>
    start.id === null ? [] : [{ ...scope, label: `Only ${formatStart(start)}`, pattern_id: start.id }],
  )
  return [{ ...scope, label: 'This experience' }, wholeVineyard, ...starts]
}

function Loading({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <SkeletonBlock as="big" />
      <SkeletonBlock as="wide" />
    </Skeleton>
  )
}

function isComplete(start: DraftStart): boolean {
  const { days_of_week, start_time, capacity } = start
  return days_of_week.length > 0 && start_time !== '' && Number.isFinite(capacity) && isCompleteSeason(start)
}

/** Returns the messages with new keys: the position of each start in `some` becomes its position in `all`. */
function atPositions(
  fields: Record<string, string>,
  some: DraftStart[],
  all: DraftStart[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => {
      const [position, ...field] = path.split('.')
      const start = some[Number(position)]
      return [[start ? all.indexOf(start) : position, ...field].join('.'), sentence]
    }),
  )
}
