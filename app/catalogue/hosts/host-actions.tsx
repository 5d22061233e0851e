import type { z } from 'zod'

import { type ActionResult, toActionResult } from '../../staff-client/action-result.tsx'
import { type CallProblem, currentIn, isStale, resultOf, ifMatch } from '../../staff-client/call.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { Result } from '../../platform/result.ts'
import type { EditRefused } from '../../ui/forms/edit-form.tsx'
import { changedFields, differencesIn } from '../save-result.ts'
import type { hostApi } from './host.api.ts'
import type { hostShape } from './host.server.ts'
import type { HostKind } from './host.ts'

const hostsFor = (area: StaffArea) => apiFor<typeof hostApi>(area, '/api/hosts')

/** Returns the hosts of a vineyard, at most 100. */
export function readHosts(area: StaffArea, vineyard_id: string) {
  return resultOf(hostsFor(area).index.$get({ query: { vineyard_id, sort: 'name', limit: '100' } }))
}

/** A host with its values when the form was opened. */
export type HostVersion = z.infer<typeof hostShape>

/** The result of a form on the hosts page. `id` is the host's id, or null for the form that adds a host. */
export type HostResult = ActionResult & {
  id: string | null
  intent: string
  conflict: EditRefused['conflict']
  /** The new link of the host's own calendar, which is shown once. */
  link?: string
}

/**
 * Runs the action that the `intent` of a form names. Refuses to save if somebody else changed the host after the form
 * was opened, unless `over` is the version to overwrite.
 */
export async function changeHost(request: Request): Promise<HostResult> {
  const form = await request.formData()
  const hosts = hostsFor(staffAreaOf(request.url))
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const draft = {
    name: text('name'),
    kind: (text('kind') || 'room') as HostKind,
    capacity: Number(text('capacity')),
    // Only forms for hosts of the kind `person` have these fields.
    ...(form.has('introduction') && {
      introduction: text('introduction') || null,
      is_shown: text('is_shown') === 'true',
    }),
  }
  const [intent = '', over] = (text('over') || text('intent')).split(' ')
  const none = { intent, conflict: null }
  if (intent === 'add') {
    const vineyard_id = text('vineyard_id')
    const picture_id = text('picture_id') || undefined
    const added = await resultOf(hosts.index.$post({ json: { ...draft, vineyard_id, picture_id } }))
    return { ...toActionResult(request, added, `${draft.name} added.`), id: null, ...none }
  }
  const opened = JSON.parse(text('seen')) as HostVersion
  const { id, name } = opened
  const version = ifMatch(over ?? opened.version)
  if (intent === 'feed') {
    const made = await resultOf(hosts[':id'].feed.$post({ param: { id } }))
    const result = toActionResult(request, made, `There is a new calendar link for ${name}.`)
    return { ...result, id, ...none, ...(made.ok && { link: made.value.url }) }
  }
  if (intent === 'end-feed') {
    const ended = await resultOf(hosts[':id'].feed.$delete({ param: { id } }))
    const result = toActionResult(request, ended, `The calendar link for ${name} no longer works.`)
    return { ...result, id, ...none }
  }
  if (intent === 'remove') {
    const removed = await resultOf(hosts[':id'].$delete({ param: { id } }, version))
    const before = Object.fromEntries(draftFields.map((field) => [field, String(opened[field] ?? '')]))
    const undo = {
      intent: 'add',
      vineyard_id: text('vineyard_id'),
      picture_id: opened.picture_id ?? '',
      ...before,
    }
    const result = toActionResult(request, removed, `${name} removed.`, undo)
    return { ...result, id, intent, conflict: conflictIn(removed, opened, null) }
  }
  const json = changedFields(Object.keys(draft) as (keyof HostDraft)[], opened, draft)
  const changed = await resultOf(hosts[':id'].$patch({ param: { id }, json }, version))
  const result = toActionResult(request, changed, `${draft.name} saved.`)
  return { ...result, id, intent, conflict: conflictIn(changed, opened, draft) }
}

const labels = {
  name: 'Name',
  kind: 'Kind',
  capacity: 'People at once',
  introduction: 'Introduction for visitors',
  is_shown: 'Shown to visitors',
} as const
const draftFields = Object.keys(labels) as (keyof typeof labels)[]
type HostDraft = Pick<HostVersion, 'name' | 'kind' | 'capacity'> &
  Partial<Pick<HostVersion, 'introduction' | 'is_shown'>>

/** Returns the change that somebody else saved after the form was opened, or null. `mine` is null for a removal. */
function conflictIn(
  result: Result<unknown, CallProblem>,
  opened: HostVersion,
  mine: HostDraft | null,
): HostResult['conflict'] {
  if (result.ok || !isStale(result.problem)) return null
  const theirs = currentIn<HostVersion>(result.problem)
  if (!theirs) return null
  const textOf = (host: HostDraft | null, field: keyof typeof labels) =>
    host === null ? 'removed' : String(host[field] ?? '')
  return { version: theirs.version, differences: differencesIn(labels, textOf, { opened, theirs, mine }) }
}
