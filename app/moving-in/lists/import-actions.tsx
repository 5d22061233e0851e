import { formatCount } from '../../platform/text/counts.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { readFormText } from '../../staff-client/action-result.tsx'
import { type DateOrder, dateOrders } from './cells.ts'
import { type Columns, longestImport } from './columns.ts'

/** A chosen file, with the columns that staff chose, in the form that the API expects. */
type ChosenList<Field extends string> = { name: string; content: string; columns: Partial<Columns<Field>> }

/** The value of the option for a field that has no column in the file. */
export const noColumn = '-'

/** Reads the form of an import. */
export async function readChosenList<Field extends string>(
  form: FormData,
  fields: readonly Field[],
): Promise<Result<ChosenList<Field>, string>> {
  const file = form.get('file')
  if (!(file instanceof File) || file.name === '') return refused('Please choose a file.')
  if (file.size > longestImport.bytes) return refused('That file is larger than 2 MB. Please split it.')
  const bytes = await file.bytes().catch(() => null)
  if (bytes === null) return refused('That file can no longer be read. Please choose it again.')
  const columns: Partial<Columns<Field>> = {}
  for (const field of fields) {
    const chosen = readFormText(form, `column_${field}`)
    if (chosen !== '') columns[field] = chosen === noColumn ? null : Number(chosen)
  }
  return ok({ name: file.name.slice(0, 200), content: bytes.toBase64(), columns })
}

/** Returns a text such as '3 refused, 47 new'. */
export function formatOutcomeCounts<Outcome extends string>(
  labels: Record<Outcome, { label: string }>,
  counts: Record<Outcome, number>,
): string {
  const parts = (Object.keys(labels) as Outcome[])
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${labels[outcome].label.toLowerCase()}`)
  return parts.join(', ') || 'no rows'
}

/** Reads the choices for bookings: the order of day and month, the experience for each name, the meaning of each status. */
export function readBookingChoices(form: FormData): {
  date_order?: DateOrder
  experiences?: { name: string; experience_id: string | null }[]
  statuses?: { name: string; comes: boolean }[]
} {
  const date_order = dateOrders.find((order) => order === form.get('date_order'))
  const experiences: { name: string; experience_id: string | null }[] = []
  for (let n = 0; form.has(`name_${n}`); n++)
    experiences.push({
      name: String(form.get(`name_${n}`)),
      experience_id: readFormText(form, `experience_${n}`) || null,
    })
  const statuses: { name: string; comes: boolean }[] = []
  for (let n = 0; form.has(`status_name_${n}`); n++) {
    const meaning = readFormText(form, `status_${n}`)
    if (meaning !== '')
      statuses.push({ name: String(form.get(`status_name_${n}`)), comes: meaning === 'comes' })
  }
  return {
    ...(date_order && { date_order }),
    ...(experiences.length > 0 && { experiences }),
    ...(statuses.length > 0 && { statuses }),
  }
}
