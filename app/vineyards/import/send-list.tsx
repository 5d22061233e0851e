import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import type { importApi } from './import.api.ts'
import type { ImportPreview } from './import-preview.ts'
import { longestList } from './import-preview.ts'
import { toActionResult, textIn } from '../../staff-client/action-result.tsx'

const imports = apiFor<typeof importApi>('admin', '/api/vineyard_imports')

/** What a list would change, or (`done`) what it changed; or why it could not be read. */
type Answer = { name: string; list: ImportPreview; done: boolean } | { refused: string }

/** Sends the chosen file, to look at or to bring in, as the pressed button says. */
export async function sendList(request: Request): Promise<Answer> {
  const form = await request.formData()
  const file = form.get('file')
  if (!(file instanceof File) || file.name === '') return { refused: 'Please choose a file.' }
  if (file.size > longestList.bytes) return { refused: 'That file is larger than 2 MB. Please split it.' }
  const bytes = await file.bytes().then(
    (read) => read,
    () => null,
  )
  if (bytes === null) return { refused: 'That file can not be read any more. Please choose it again.' }

  const done = textIn(form, 'intent') === 'import'
  const sent = { name: file.name.slice(0, 200), content: bytes.toBase64() }
  const answer = done
    ? await resultOf(imports.index.$post({ json: { ...sent, plan: textIn(form, 'plan') } }))
    : await resultOf(imports.preview.$post({ json: sent }))
  if (!answer.ok) return { refused: toActionResult(request, answer, '').said }
  return { name: file.name, list: answer.value, done }
}
