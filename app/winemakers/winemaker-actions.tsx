import type { winemakersApi } from './winemakers.api.ts'
import { type ActionResult, toActionResult, nowOf, textIn } from '../staff-client/action-result.tsx'
import { resultOf, seenAs } from '../staff-client/call.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import type { WinemakerEntry } from '../staff-client/winemaker.ts'
import { ifEmailed } from '../ui/sends-email.ts'

export const winemakers = apiFor<typeof winemakersApi>('admin', '/api/winemakers')

/** What a press came to, and what was sent with it; `now` is who it was about as they are after a refusal. */
export type WinemakerResult = ActionResult & {
  intent: string
  about: string
  now: WinemakerEntry | null
  sent: Record<string, string>
}

/** What a press on the winemakers' page does: `intent` says what, and to whom. */
export async function changeWinemaker(request: Request): Promise<WinemakerResult> {
  const form = await request.formData()
  const sent = Object.fromEntries([...form.keys()].map((name) => [name, textIn(form, name)]))
  const [done, id] = [await act(request, sent), sent.id ?? '']
  const now = id === '' ? null : await nowOf(done, () => resultOf(winemakers[':id'].$get({ param: { id } })))
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
      return able(request, sent)
  }
}

type Sent = Record<string, string>

async function invite(request: Request, { vineyard_id = '', name = '', email = '', position }: Sent) {
  const json = { vineyard_id, name, email, position: position || null }
  const invited = await resultOf(winemakers.index.$post({ json }))
  return toActionResult(
    request,
    invited,
    `${name} is invited. ${ifEmailed(`The link is being emailed to ${email}.`)}`,
  )
}

/** Saves what was changed since the form was opened, and only that. Its undoing is the same form, filled in as it was. */
async function change(request: Request, sent: Sent) {
  const seen = JSON.parse(sent.seen ?? '') as WinemakerEntry
  const { name = '', vineyard_id = '', version = '' } = sent
  const position = sent.position || null
  const json = {
    ...(name !== seen.name && { name }),
    ...(position !== seen.position && { position }),
    ...(vineyard_id !== seen.vineyard_id && { vineyard_id }),
  }
  const changed = await resultOf(winemakers[':id'].$patch({ param: { id: seen.id }, json }, seenAs(version)))
  // An undoing that found no connection can be pressed again.
  if (sent.undoes) return toActionResult(request, changed, `${name} is as before.`, null, sent)
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
  const said = moved
    ? `${name} works at the other vineyard from now on.`
    : `What is said of ${name} is changed.`
  return toActionResult(request, changed, said, undo || null)
}

async function remind(request: Request, { id = '', name = '' }: Sent) {
  const param = { id }
  return toActionResult(
    request,
    await resultOf(winemakers[':id'].invitation.$post({ param })),
    `${name} has a new link. ${ifEmailed('It is being emailed.')}`,
  )
}

/** A switch: it counts as it stands. */
async function able(request: Request, { intent, id = '', name = '' }: Sent) {
  const on = intent === 'enable'
  const done = await resultOf(
    winemakers[':id'].$patch({ param: { id }, json: { is_active: on } }, seenAs('*')),
  )
  if (on) return toActionResult(request, done, `${name} may sign in again.`)
  const undo = { intent: 'enable', id, name }
  return toActionResult(request, done, `${name} is disabled and signed out everywhere.`, undo)
}
