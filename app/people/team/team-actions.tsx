import { href, redirect } from 'react-router'

import {
  type ActionResult,
  readFormText,
  toActionResult,
  ifEmailed,
} from '../../staff-client/action-result.tsx'
import { type WinemakerRole, winemakerRoles } from '../../staff-client/account-types.ts'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { winemakerSession } from '../../staff-client/winemaker-session.ts'
import type { teamApi } from './team.api.ts'
import { roleLabels } from './team.ts'

export const team = apiFor<typeof teamApi>('winemaker', '/api/team')

/** The result of an action. `in_dialog` says that a dialog sent the action and shows a refusal itself. */
export type TeamResult = ActionResult & { intent: string; in_dialog: boolean }

/** Runs the action named by the form's `intent`. An owner who leaves is signed out. */
export async function changeTeam(request: Request): Promise<TeamResult> {
  const form = await request.formData()
  const sent: Sent = {
    intent: readFormText(form, 'intent'),
    id: readFormText(form, 'id'),
    name: readFormText(form, 'name'),
    email: readFormText(form, 'email'),
    role: roleIn(form, 'role'),
    was: roleIn(form, 'was'),
  }
  const result = await (actions[sent.intent] ?? remove)(request, sent)
  if (sent.intent === 'leave' && !result.failed) {
    winemakerSession.ended()
    throw redirect(href('/winemaker/login'))
  }
  return { ...result, intent: sent.intent, in_dialog: form.has('in_dialog') }
}

type Sent = Record<'intent' | 'id' | 'name' | 'email', string> & Record<'role' | 'was', WinemakerRole>

function roleIn(form: FormData, name: string): WinemakerRole {
  const text = readFormText(form, name)
  return winemakerRoles.find((role) => role === text) ?? 'gate'
}

const actions: Record<string, (request: Request, sent: Sent) => Promise<ActionResult>> = {
  invite,
  remind,
  change,
}

async function invite(request: Request, { name, email, role }: Sent) {
  const invited = await resultOf(team.index.$post({ json: { name, email, role } }))
  const message = `${name} has been invited. ${ifEmailed(`We’re emailing the link to ${email}.`)}`
  return toActionResult(request, invited, message)
}

async function remind(request: Request, { id, name }: Sent) {
  const sent = await resultOf(team[':id'].invitation.$post({ param: { id } }))
  return toActionResult(request, sent, `${name} has a new link. ${ifEmailed('We’re emailing it now.')}`)
}

async function change(request: Request, { id, name, role, was }: Sent) {
  const changed = await resultOf(team[':id'].role.$post({ param: { id }, json: { role } }))
  const undo = { intent: 'change', id, name, role: was, was: role }
  return toActionResult(request, changed, `${name} now has the role ${roleLabels[role].label}.`, undo)
}

/** Removes a colleague, withdraws an invitation, or lets the caller leave. */
async function remove(request: Request, { intent, id, name }: Sent) {
  const removed = await resultOf(team[':id'].$delete({ param: { id } }))
  const message =
    intent === 'withdraw'
      ? `The invitation of ${name} has been withdrawn.`
      : `${name} has been removed and signed out everywhere.`
  return toActionResult(request, removed, message)
}
