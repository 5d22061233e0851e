import { useState } from 'react'
import { href } from 'react-router'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { ListForm } from '../../../moving-in/lists/components/list-form.tsx'
import { readChosenList } from '../../../moving-in/lists/import-actions.tsx'
import {
  listTemplate,
  importableCount,
  formatOutcomes,
  type RowOutcome,
} from '../../../moving-in/vineyards/import-format.ts'
import type { ImportLine, ImportPreview } from '../../../moving-in/vineyards/vineyard-import.shapes.ts'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/import.ts'
import { ImportRows, type OutcomePills } from '../../../ui/lists/import-rows.tsx'
import { resultOf } from '../../../staff-client/call.ts'
import { apiFor } from '../../../staff-client/staff-area.ts'
import type { importApi } from '../../../moving-in/vineyards/vineyard-import.api.ts'
import { toActionResult, readFormText } from '../../../staff-client/action-result.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Import vineyards')

const imports = apiFor<typeof importApi>('admin', '/api/vineyard_imports')

/** The outcome of each row in the preview (or in the import, if `done`), or the reason why the file was refused. */
type Answer = { name: string; list: ImportPreview; done: boolean } | { refused: string }

/** Uploads the file for a preview or for the import, depending on the button. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<Answer> {
  const form = await request.formData()
  const chosen = await readChosenList(form, [])
  if (!chosen.ok) return { refused: chosen.problem }

  const done = readFormText(form, 'intent') === 'import'
  const { columns: _, ...sent } = chosen.value
  const answer = done
    ? await resultOf(imports.index.$post({ json: { ...sent, plan: readFormText(form, 'plan') } }))
    : await resultOf(imports.preview.$post({ json: sent }))
  if (!answer.ok) return { refused: toActionResult(request, answer, '').message }
  return { name: sent.name, list: answer.value, done }
}

const template = `data:text/csv;charset=utf-8,${encodeURIComponent(listTemplate)}`

export default function AdminVineyardImport({ actionData }: Route.ComponentProps) {
  // Choosing another file hides the preview of the first.
  const [dismissed, setDismissed] = useState<typeof actionData>()
  const answer = actionData === dismissed ? undefined : actionData
  const shown = answer && 'list' in answer ? answer : undefined
  const waiting = shown && !shown.done ? importableCount(shown.list.counts) : 0
  return (
    <>
      <StaffHead
        title="Import a list of vineyards"
        above={
          <Breadcrumb trail={[{ to: href('/admin/vineyards'), label: 'Vineyards' }]} here="Import a list" />
        }
      >
        <ButtonAnchor href={template} download="vineyards.csv">
          Download a template
        </ButtonAnchor>
      </StaffHead>
      <p className="prose">
        Upload a CSV file with a name column and any others you have, in any order, separated by commas,
        semicolons or tabs. The limit is 5,000 rows and 2 MB. An import never overwrites text. It fills empty
        fields only of vineyards that an earlier import added and nobody has edited since. Nothing is imported
        before you have seen a preview.
      </p>
      <ListForm
        refusal={answer && 'refused' in answer ? answer.refused : undefined}
        isPreviewed={shown !== undefined}
        importableCount={waiting}
        onChoose={() => setDismissed(actionData)}
      >
        <input type="hidden" name="plan" value={shown?.list.plan ?? ''} />
      </ListForm>
      <div role="status">
        {shown && (
          <Notice tone={shown.done ? 'good' : shown.list.counts.refused > 0 ? 'wait' : 'info'}>
            {shown.done ? 'Done: ' : `${shown.name}: `}
            {formatOutcomes(shown.list.counts)}.{' '}
            {shown.list.ignored.length > 0 && `Columns not imported: ${shown.list.ignored.join(', ')}.`}
          </Notice>
        )}
      </div>
      {shown && (
        <ImportRows
          key={shown.list.plan}
          head="Vineyard"
          rows={shown.list.rows}
          counts={shown.list.counts}
          pills={pills}
          notes={notesOf}
          link={({ vineyard_id: id, outcome }) =>
            id !== null && (shown.done || outcome !== 'new') ? href('/admin/vineyards/:id', { id }) : null
          }
        />
      )}
    </>
  )
}

const pills: OutcomePills<RowOutcome> = {
  refused: { label: 'Refused', tone: 'wait', icon: 'alert' },
  new: { label: 'New', tone: 'good', icon: 'plus' },
  filled: { label: 'Filled', tone: 'good', icon: 'tick' },
  unchanged: { label: 'Unchanged', tone: 'done', icon: 'minus' },
}

function notesOf({ reasons, fills }: ImportLine) {
  return (
    <>
      {reasons.map(({ said: reason, fix }) => (
        <p key={reason}>
          <strong>{sentence(reason)}</strong> {fix}
        </p>
      ))}
      {fills.length > 0 && <p>Fills {fills.map((field) => field.replaceAll('_', ' ')).join(', ')}.</p>}
    </>
  )
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}.`
}
