import { useState } from 'react'
import { href, useNavigation } from 'react-router'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import {
  listTemplate,
  importable,
  formatOutcomes,
  type ImportLine,
  type ImportPreview,
  type RowOutcome,
  longestList,
} from '../../../moving-in/vineyards/import-format.ts'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/import.ts'
import { ImportRows, type OutcomePills } from '../../../ui/lists/import-rows.tsx'
import { resultOf } from '../../../staff-client/call.ts'
import { apiFor } from '../../../staff-client/staff-area.ts'
import type { importApi } from '../../../moving-in/vineyards/vineyard-import.api.ts'
import { toActionResult, readFormText } from '../../../staff-client/action-result.tsx'

export { PageFailure as ErrorBoundary } from '../../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Import vineyards')

const imports = apiFor<typeof importApi>('admin', '/api/vineyard_imports')

/** The outcome of each row in the preview (or in the import, if `done`), or the reason why the file was refused. */
type Answer = { name: string; list: ImportPreview; done: boolean } | { refused: string }

/** Uploads the file for a preview or for the import, depending on the button. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<Answer> {
  const form = await request.formData()
  const file = form.get('file')
  if (!(file instanceof File) || file.name === '') return { refused: 'Please choose a file.' }
  if (file.size > longestList.bytes) return { refused: 'That file is larger than 2 MB. Please split it.' }
  const bytes = await file.bytes().then(
    (read) => read,
    () => null,
  )
  if (bytes === null) return { refused: 'That file can no longer be read. Please choose it again.' }

  const done = readFormText(form, 'intent') === 'import'
  const sent = { name: file.name.slice(0, 200), content: bytes.toBase64() }
  const answer = done
    ? await resultOf(imports.index.$post({ json: { ...sent, plan: readFormText(form, 'plan') } }))
    : await resultOf(imports.preview.$post({ json: sent }))
  if (!answer.ok) return { refused: toActionResult(request, answer, '').message }
  return { name: file.name, list: answer.value, done }
}

const template = `data:text/csv;charset=utf-8,${encodeURIComponent(listTemplate)}`

export default function AdminVineyardImport({ actionData }: Route.ComponentProps) {
  // Choosing another file hides the preview of the first.
  const [dismissed, setDismissed] = useState<typeof actionData>()
  const answer = actionData === dismissed ? undefined : actionData
  const sending = useNavigation().formData?.get('intent')
  const shown = answer && 'list' in answer ? answer : undefined
  const waiting = shown && !shown.done ? importable(shown.list.counts) : 0
  return (
    <>
      <StaffHead
        title="Import a list of vineyards"
        above={
          <Breadcrumb trail={[{ to: href('/admin/vineyards'), label: 'Vineyards' }]} here="Import a list" />
        }
      >
        <ButtonAnchor small href={template} download="vineyards.csv">
          Download a template
        </ButtonAnchor>
      </StaffHead>
      <p className="prose">
        Upload a CSV file with a name column and any others you have, in any order, separated by commas,
        semicolons or tabs. The limit is 5,000 rows and 2 MB. For vineyards that are already listed, an import
        only fills empty fields and never overwrites text. Nothing is imported before you have seen a preview.
      </p>
      <Form method="post" encType="multipart/form-data" className="import space-above">
        <TextField
          label="CSV file"
          name="file"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          required
          error={answer && 'refused' in answer ? answer.refused : undefined}
          onChange={() => setDismissed(actionData)}
        />
        <p className="row">
          <Button
            variant={waiting > 0 ? 'line' : 'primary'}
            name="intent"
            value="preview"
            disabled={sending != null}
          >
            {sending === 'preview' ? 'Reading …' : shown ? 'Preview again' : 'Preview'}
          </Button>
          {waiting > 0 && shown && (
            <>
              <input type="hidden" name="plan" value={shown.list.plan} />
              <Button variant="primary" name="intent" value="import" disabled={sending != null}>
                {sending === 'import' ? 'Importing …' : importLabel(waiting)}
              </Button>
            </>
          )}
        </p>
      </Form>
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

function importLabel(rows: number): string {
  return rows === 1 ? 'Import 1 row' : `Import ${rows} rows`
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
