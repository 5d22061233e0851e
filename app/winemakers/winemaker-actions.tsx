import type { winemakersApi } from './winemakers.api.ts'
import {
  type ActionResult,
  toActionResult,
  readCurrent,
  readFormText,
} from '../staff-client/action-result.tsx'
import { resultOf, ifMatch } from '../staff-client/call.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import type { WinemakerEntry } from '../staff-client/account-types.ts'
import { ifEmailed } from '../ui/sends-email.ts'

export const winemakers = apiFor<typeof winemakersApi>('admin', '/api/winemakers')

/** The result of an action with the form's values; `now` is the winemaker's latest version after a refusal. */
export type WinemakerResult = ActionResult & {
  intent: string
  about: string
  now: WinemakerEntry | null
  sent: Record<string, string>
}

/** Runs the action named by the form's `intent`. */
export async function changeWinemaker(request: Request): Promise<WinemakerResult> {
  const form = await request.formData()
  const sent = Object.fromEntries([...form.keys()].map((name) => [name, readFormText(form, name)]))
  const [done, id] = [await act(request, sent), sent.id ?? '']
  const now =
    id === '' ? null : await readCurrent(done, () => resultOf(winemakers[':id'].$get({ param: { id } })))
  return { ...done, intent: sent.intent ?? '', about: id, now, sent }
}

function act(request: Request, sent: Record<string, string>): Promise<ActionResult> {
  switch (sent.intent) {
    case 'invite':
      return invite(request, sent)
    case 'change':
      return change(request, sent)
    case 'remind':
      return remind(request, sent)
    default:
      return setActive(request, sent)
  }
}

type Sent = Record<string, string>

async function invite(request: Request, { vineyard_id = '', name = '', email = '', position }: Sent) {
  const json = { vineyard_id, name, email, position: position || null }
  const invited = await resultOf(winemakers.index.$post({ json }))
  return toActionResult(
    request,
    invited,
    `${name} has been invited. ${ifEmailed(`We’re emailing the link to ${email}.`)}`,
  )
}

/** Saves only the changed fields. Undo sends the same form with the original values. */
async function change(request: Request, sent: Sent) {
  const seen = JSON.parse(sent.seen ?? '') as WinemakerEntry
  const { name = '', vineyard_id = '', version = '' } = sent
  const position = sent.position || null
  const json = {
    ...(name !== seen.name && { name }),
    ...(position !== seen.position && { position }),
    ...(vineyard_id !== seen.vineyard_id && { vineyard_id }),
  }
  const changed = await resultOf(winemakers[':id'].$patch({ param: { id: seen.id }, json }, ifMatch(version)))
  // An undo that failed for lack of a connection can be retried.
  if (sent.undoes) return toActionResult(request, changed, `${name} has been restored.`, null, sent)
  const undo = changed.ok && {
    intent: 'change',
    undoes: 'yes',
    id: seen.id,
    version: changed.value.version,
    seen: JSON.stringify({ ...seen, ...json }),
    name: seen.name,
    position: seen.position ?? '',
    vineyard_id: seen.vineyard_id,
  }
  const moved = vineyard_id !== seen.vineyard_id
  const said = moved ? `${name} now works at the other vineyard.` : `${name} has been updated.`
  return toActionResult(request, changed, said, undo || null)
}

async function remind(request: Request, { id = '', name = '' }: Sent) {
  const param = { id }
  return toActionResult(
    request,
    await resultOf(winemakers[':id'].invitation.$post({ param })),
    `${name} has a new link. ${ifEmailed('We’re emailing it now.')}`,
  )
}

/** Enables or disables a winemaker without checking the version. */
async function setActive(request: Request, { intent, id = '', name = '' }: Sent) {
  const on = intent === 'enable'
  const done = await resultOf(
    winemakers[':id'].$patch({ param: { id }, json: { is_active: on } }, ifMatch('*')),
  )
  if (on) return toActionResult(request, done, `${name} can sign in again.`)
  const undo = { intent: 'enable', id, name }
  return toActionResult(request, done, `${name} has been disabled and signed out everywhere.`, undo)
}
