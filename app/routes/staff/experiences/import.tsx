import { useState } from 'react'
import type { z } from 'zod'
import { Link, useLocation } from 'react-router'

import { experienceLinks } from '../../../catalogue/experiences/experience-links.tsx'
import {
  experienceColumnLabels,
  experienceHeadings,
  type ExperienceColumn,
} from '../../../moving-in/lists/columns.ts'
import { ListForm } from '../../../moving-in/lists/components/list-form.tsx'
import { formatOutcomeCounts, readChosenList } from '../../../moving-in/lists/import-actions.tsx'
import type { experienceImportApi } from '../../../moving-in/experiences/experience-import.api.ts'
import { readFormText, toActionResult } from '../../../staff-client/action-result.tsx'
import { resultOf } from '../../../staff-client/call.ts'
import { vineyardAt } from '../../../staff-client/load.ts'
import { apiFor, staffAreaOf } from '../../../staff-client/staff-area.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { ImportRows, type OutcomePills } from '../../../ui/lists/import-rows.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/import.ts'
import type {
  ExperienceOutcome,
  experiencePreview,
} from '../../../moving-in/experiences/experience-import.shapes.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Import experiences')

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return { vineyard_id: await vineyardAt(request, params.id) }
}

/** The outcome of each row in the preview (or in the import, if `done`), or the reason why the file was refused. */
type Answer = { name: string; list: z.infer<typeof experiencePreview>; done: boolean } | { refused: string }

/** Uploads the file for a preview or for the import, depending on the button. */
export async function clientAction({ request, params }: Route.ClientActionArgs): Promise<Answer> {
  const area = staffAreaOf(request.url)
  const form = await request.formData()
  const list = await readChosenList<ExperienceColumn>(
    form,
    Object.keys(experienceHeadings) as ExperienceColumn[],
  )
  if (!list.ok) return { refused: list.problem }
  const json = { vineyard_id: await vineyardAt(request, params.id), ...list.value }
  const imports = apiFor<typeof experienceImportApi>(area, '/api/experience_imports')
  const done = readFormText(form, 'intent') === 'import'
  const answer = done
    ? await resultOf(imports.index.$post({ json: { ...json, plan: readFormText(form, 'plan') } }))
    : await resultOf(imports.preview.$post({ json }))
  if (!answer.ok) return { refused: toActionResult(request, answer, '').message }
  return { name: list.value.name, list: answer.value, done }
}

const template =
  'Reference,Title,Description,Length,Price per person,Smallest party,Largest party,Included\r\n' +
  'TOUR-1,Vineyard tour and tasting,"A walk through the vines, then five wines.",90 min,25.00,2,12,"Five wines, a glass to keep"\r\n'

const pills: OutcomePills<ExperienceOutcome> = {
  refused: { label: 'Refused', tone: 'wait', icon: 'alert' },
  new: { label: 'New', tone: 'good', icon: 'plus' },
  changed: { label: 'Changed', tone: 'good', icon: 'tick' },
  unchanged: { label: 'Unchanged', tone: 'done', icon: 'minus' },
}

export default function ImportExperiences({ loaderData, actionData }: Route.ComponentProps) {
  // Choosing another file hides the preview of the first.
  const [dismissed, setDismissed] = useState<typeof actionData>()
  const answer = actionData === dismissed ? undefined : actionData
  const links = experienceLinks(staffAreaOf(useLocation().pathname), loaderData.vineyard_id)
  const shown = answer && 'list' in answer ? answer : undefined
  const counts = shown?.list.counts
  return (
    <>
      <StaffHead
        title="Import experiences"
        above={<Breadcrumb trail={[{ to: links.list, label: 'Experiences' }]} here="Import a list" />}
      >
        <ButtonAnchor
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download="experiences.csv"
        >
          Download a template
        </ButtonAnchor>
      </StaffHead>
      <p className="prose">
        Upload a CSV file from your old booking system or a spreadsheet. We recognise the usual column names,
        and show what would happen to each row before anything is written. New experiences stay off sale until
        you plan their times. Importing a list again changes only what differs.
      </p>
      <ListForm
        refusal={answer && 'refused' in answer ? answer.refused : undefined}
        preview={shown && !shown.done ? shown.list : undefined}
        importableCount={shown && !shown.done && counts ? counts.new + counts.changed : 0}
        labels={experienceColumnLabels}
        needed={['title']}
        onChoose={() => setDismissed(actionData)}
      >
        <input type="hidden" name="plan" value={shown?.list.plan ?? ''} />
      </ListForm>
      <div role="status" className="space-above">
        {shown && counts && (
          <Notice tone={shown.done ? 'good' : counts.refused > 0 ? 'wait' : 'info'}>
            {shown.done ? 'Done: ' : `${shown.name}: `}
            {formatOutcomeCounts(pills, counts)}.{' '}
            {shown.done && counts.new > 0 && (
              <Link to={links.list}>Plan their times and put them on sale</Link>
            )}
          </Notice>
        )}
      </div>
      {shown && counts && (
        <ImportRows
          key={shown.list.plan}
          head="Experience"
          rows={shown.list.rows}
          counts={counts}
          pills={pills}
          notes={({ notes }) => notes.map((note) => <p key={note}>{note}</p>)}
          link={({ id }) => (id === null ? null : links.show(id))}
        />
      )}
    </>
  )
}
