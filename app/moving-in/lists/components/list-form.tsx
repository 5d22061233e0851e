import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import type { Columns } from '../columns.ts'
import { noColumn } from '../import-actions.tsx'
import './imports.css'

/** The form of an import: the file, the columns of its preview, further choices and the buttons. */
export function ListForm<Field extends string>({
  refusal,
  preview,
  isPreviewed = preview !== undefined,
  importableCount,
  labels,
  needed = [],
  busyLabel = 'Importing …',
  children,
  onChoose,
}: {
  refusal: string | undefined
  /** The columns of the previewed list, if staff can choose them. */
  preview?: { header: string[]; columns: Columns<Field> } | undefined
  isPreviewed?: boolean
  /** The number of rows that an import would write. */
  importableCount: number
  /** The fields whose columns staff can choose. */
  labels?: Record<Field, string>
  /** The fields that every imported row needs. */
  needed?: readonly Field[]
  busyLabel?: string
  children?: ReactNode
  /** Called when another file is chosen. */
  onChoose: () => void
}) {
  const sending = useNavigation().formData?.get('intent')
  const choices = preview && labels && { preview, labels }
  const isOpen = choices !== undefined && needed.some((field) => choices.preview.columns[field] === null)
  return (
    <Form method="post" encType="multipart/form-data" className="import space-above">
      <TextField
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        required
        error={refusal}
        onChange={onChoose}
      />
      {choices && (
        <ColumnChoices key={JSON.stringify(choices.preview.columns)} {...choices} isOpen={isOpen} />
      )}
      {isPreviewed && children}
      <p className="row">
        <Button
          variant={choices || importableCount > 0 ? 'line' : 'primary'}
          name="intent"
          value="preview"
          disabled={sending != null}
        >
          {sending === 'preview' ? 'Reading …' : isPreviewed ? 'Preview again' : 'Preview'}
        </Button>
        {importableCount > 0 && (
          <Button variant="primary" name="intent" value="import" disabled={sending != null}>
            {sending === 'import' ? busyLabel : `Import ${countOf(importableCount, 'row')}`}
          </Button>
        )}
      </p>
    </Form>
  )
}

/** Lets staff choose a column for each field. A column that was found by its heading is already chosen. */
function ColumnChoices<Field extends string>({
  preview: { header, columns },
  labels,
  isOpen,
}: {
  preview: { header: string[]; columns: Columns<Field> }
  labels: Record<Field, string>
  isOpen: boolean
}) {
  const [changed, setChanged] = useState(false)
  const fields = Object.keys(labels) as Field[]
  const used = new Set(Object.values(columns))
  const ignored = header.filter((heading, n) => heading !== '' && !used.has(n))
  return (
    <details className="import-columns" open={isOpen}>
      <summary>
        Columns
        <span className="soft small">
          {' '}
          {ignored.length > 0 ? `Not imported: ${ignored.join(', ')}` : 'All are recognised'}
        </span>
      </summary>
      <div className="import-fields" onChange={() => setChanged(true)}>
        {fields.map((field) => (
          <SelectField
            key={field}
            label={labels[field]}
            name={`column_${field}`}
            defaultValue={columns[field] ?? noColumn}
            options={header.map((heading, n) => [n, heading || `Column ${n + 1}`])}
          >
            <option value={noColumn}>Not in this file</option>
          </SelectField>
        ))}
      </div>
      {changed && <p className="small">Press “Preview again” to read the file with these columns.</p>}
    </details>
  )
}
