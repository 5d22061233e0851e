import type { signOutApi } from '../sign-in/end-sessions.api.ts'
import type { winemakersApi } from './winemaker.api.ts'
import type { WinemakerEntry } from './winemaker.server.ts'
import {
  type ActionResult,
  toActionResult,
  readCurrent,
  readFormText,
} from '../../staff-client/action-result.tsx'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { winemakerRoles } from '../../staff-client/account-types.ts'
import { ifEmailed } from '../../staff-client/action-result.tsx'

const signOuts = apiFor<typeof signOutApi>('admin', '/api/sign_outs')
export const winemakers = apiFor<typeof winemakersApi>('admin', '/api/winemakers')

/** The result of an action with the form's values. After a refusal, `now` is the winemaker's current version. */
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
  const { intent = '', id = '' } = sent
  const action = actions[intent] ?? setActive
  const result = await action(request, sent)
  const now =
    id === '' ? null : await readCurrent(result, () => resultOf(winemakers[':id'].$get({ param: { id } })))
  return { ...result, intent, about: id, now, sent }
}

const actions: Record<string, (request: Request, sent: Sent) => Promise<ActionResult>> = {
  invite,
  change,
  remind,
  sign_out: signOut,
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

/** Saves only the changed fields. Undo sends the same form again with the original values. */
async function change(request: Request, sent: Sent) {
  const opened = JSON.parse(sent.seen ?? '') as WinemakerEntry
  const { name = '', vineyard_id = '', version = '' } = sent
  const position = sent.position || null
  const role = winemakerRoles.find((each) => each === sent.role) ?? opened.role
  const json = {
    ...(name !== opened.name && { name }),
    ...(position !== opened.position && { position }),
    ...(vineyard_id !== opened.vineyard_id && { vineyard_id }),
    ...(role !== opened.role && { role }),
  }
  const changed = await resultOf(
    winemakers[':id'].$patch({ param: { id: opened.id }, json }, ifMatch(version)),
  )
  // After a lost connection, staff can send the undo again.
  if (sent.undoes) return toActionResult(request, changed, `${name} has been restored.`, null, sent)
  const undo = changed.ok && {
    intent: 'change',
    undoes: 'yes',
    id: opened.id,
    version: changed.value.version,
    seen: JSON.stringify({ ...opened, ...json }),
    name: opened.name,
    position: opened.position ?? '',
    vineyard_id: opened.vineyard_id,
    role: opened.role,
  }
  const moved = vineyard_id !== opened.vineyard_id
  const message = moved ? `${name} now works at the other vineyard.` : `${name} has been updated.`
  return toActionResult(request, changed, message, undo || null)
}

async function remind(request: Request, { id = '', name = '' }: Sent) {
  const param = { id }
  return toActionResult(
    request,
    await resultOf(winemakers[':id'].invitation.$post({ param })),
    `${name} has a new link. ${ifEmailed('We’re emailing it now.')}`,
  )
}

async function signOut(request: Request, { id = '', name = '' }: Sent) {
  const ended = await resultOf(signOuts.index.$post({ json: { of: { winemaker_id: id } } }))
  return toActionResult(request, ended, `${name} has been signed out everywhere.`)
}

/** Enables or disables a winemaker without checking the version. */
async function setActive(request: Request, { intent, id = '', name = '' }: Sent) {
  const is_active = intent === 'enable'
  const changed = await resultOf(
    winemakers[':id'].$patch({ param: { id }, json: { is_active } }, ifMatch('*')),
  )
  if (is_active) return toActionResult(request, changed, `${name} can sign in again.`)
  const undo = { intent: 'enable', id, name }
  return toActionResult(request, changed, `${name} has been disabled and signed out everywhere.`, undo)
}
