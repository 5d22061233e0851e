import { type ActionResult, toActionResult } from '../staff-client/action-result.tsx'
import { type CallProblem, currentIn, isStale, resultOf, seenAs } from '../staff-client/call.ts'
import { staffAreaOf } from '../staff-client/staff-area.ts'
import type { Result } from '../platform/result.ts'
import type { Difference } from '../ui/conflict.tsx'
import { hostsAt } from './experience-save.ts'

/** A host as its form opened it. */
export type SeenHost = { id: string; name: string; capacity: number; version: string }

/** What came of a press on the hosts' page; `id` says beside which host, null for the new one. */
export type HostResult = ActionResult & {
  id: string | null
  intent: string
  conflict: { version: string; differences: Difference[] } | null
}

/**
 * What a press does: `intent` says what. A host that somebody else changed since is not overwritten; `over` then names
 * the version that was shown beside one's own.
 */
export async function changeHost(request: Request): Promise<HostResult> {
  const form = await request.formData()
  const hosts = hostsAt(staffAreaOf(request.url))
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const written = { name: text('name'), capacity: Number(text('capacity')) }
  const [intent = '', over] = (text('over') || text('intent')).split(' ')
  if (intent === 'add') {
    const vineyard_id = text('vineyard_id')
    const added = await resultOf(hosts.index.$post({ json: { ...written, vineyard_id } }))
    return {
      ...toActionResult(request, added, `${written.name} is added.`),
      id: null,
      intent,
      conflict: null,
    }
  }
  const seen = JSON.parse(text('seen')) as SeenHost
  const { id, name, capacity } = seen
  const version = seenAs(over ?? seen.version)
  if (intent === 'remove') {
    const gone = await resultOf(hosts[':id'].$delete({ param: { id } }, version))
    const undo = { intent: 'add', vineyard_id: text('vineyard_id'), name, capacity: String(capacity) }
    const act = toActionResult(request, gone, `${name} is removed.`, undo)
    return { ...act, id, intent, conflict: conflictIn(gone, seen, null) }
  }
  const changed = await resultOf(
    hosts[':id'].$patch({ param: { id }, json: changesFrom(seen, written) }, version),
  )
  const act = toActionResult(request, changed, `${written.name} is saved.`)
  return { ...act, id, intent, conflict: conflictIn(changed, seen, written) }
}

type HostDraft = Pick<SeenHost, 'name' | 'capacity'>

/** Only what was changed: what somebody else changed beside it stays. */
function changesFrom(seen: SeenHost, written: HostDraft): Partial<HostDraft> {
  return {
    ...(written.name !== seen.name && { name: written.name }),
    ...(written.capacity !== seen.capacity && { capacity: written.capacity }),
  }
}

const labels = { name: 'Name', capacity: 'People at once' } as const

/** What somebody else saved since the form was opened, beside what is in it; null where nobody did. */
function conflictIn(
  done: Result<unknown, CallProblem>,
  seen: SeenHost,
  mine: HostDraft | null,
): HostResult['conflict'] {
  if (done.ok || !isStale(done.problem)) return null
  const theirs = currentIn<SeenHost>(done.problem)
  if (!theirs) return null
  const differences = (['name', 'capacity'] as const).flatMap((field) => {
    const [before, saved] = [String(seen[field]), String(theirs[field])]
    const own = mine === null ? 'removed' : String(mine[field])
    return before === saved ? [] : [{ label: labels[field], before, theirs: saved, mine: own }]
  })
  return { version: theirs.version, differences }
}
