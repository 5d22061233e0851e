import { useState } from 'react'
import { href, useNavigation } from 'react-router'

import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { siteName } from '../../../ui/head.ts'
import { Notice } from '../../../ui/notice.tsx'
import { listTemplate } from '../../../vineyards/import/import-columns.ts'
import { importable, formatOutcomes } from '../../../vineyards/import/import-preview.ts'
import { sendList } from '../../../vineyards/import/send-list.tsx'
import { ImportRows } from '../../../vineyards/import/import-rows.tsx'
import type { Route } from './+types/import.ts'

export { PageFailure as ErrorBoundary } from '../../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Import vineyards · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

export async function clientAction({ request }: Route.ClientActionArgs) {
  return sendList(request)
}

const template = `data:text/csv;charset=utf-8,${encodeURIComponent(listTemplate)}`

export default function AdminVineyardImport({ actionData }: Route.ComponentProps) {
  // Another file makes what was shown of the first one old.
  const [chosenSince, setChosenSince] = useState<typeof actionData>()
  const answer = actionData === chosenSince ? undefined : actionData
  const sending = useNavigation().formData?.get('intent')
  const shown = answer && 'list' in answer ? answer : undefined
  const waiting = shown && !shown.done ? importable(shown.list.counts) : 0
  return (
    <>
      <div className="staff-head">
        <div>
          <Breadcrumb trail={[{ to: href('/admin/vineyards'), label: 'Vineyards' }]} here="Import a list" />
          <h1>Import a list of vineyards</h1>
        </div>
        <ButtonAnchor small href={template} download="vineyards.csv">
          Download a template
        </ButtonAnchor>
      </div>
      <p className="prose">
        A CSV file with a column for the name and any others you have, in any order: commas, semicolons or
        tabs, at most 5,000 rows and 2 MB. Known vineyards are found again; a list only fills their gaps and
        never overrules what somebody wrote. Nothing happens before you have seen what would.
      </p>
      <Form method="post" encType="multipart/form-data" className="import space-above">
        <TextField
          label="The list"
          name="file"
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          required
          error={answer && 'refused' in answer ? answer.refused : undefined}
          onChange={() => setChosenSince(actionData)}
        />
        <p className="row">
          <Button
            variant={waiting > 0 ? 'line' : 'primary'}
            name="intent"
            value="preview"
            disabled={sending != null}
          >
            {sending === 'preview' ? 'Reading …' : shown ? 'Look again' : 'See what it would do'}
          </Button>
          {waiting > 0 && shown && (
            <>
              <input type="hidden" name="plan" value={shown.list.plan} />
              <Button variant="primary" name="intent" value="import" disabled={sending != null}>
                {sending === 'import' ? 'Importing …' : importWords(waiting)}
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
            {shown.list.ignored.length > 0 && `Columns left alone: ${shown.list.ignored.join(', ')}.`}
          </Notice>
        )}
      </div>
      {shown && (
        <ImportRows
          key={shown.list.plan}
          rows={shown.list.rows}
          counts={shown.list.counts}
          done={shown.done}
        />
      )}
    </>
  )
}

function importWords(rows: number): string {
  return rows === 1 ? 'Import the one good row' : `Import the ${rows} good rows`
}
