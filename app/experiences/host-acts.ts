import { type CallProblem, problemSentence, resultOf, seenAs } from '../people/desk/call.ts'
import type { Desk } from '../people/desk/desk.ts'
import type { Result } from '../platform/result.ts'
import { hostsAt } from './experience-save.ts'

/** What came of a press on the hosts' page; `id` says beside which host, null for the new one. */
export type HostOutcome = {
  id: string | null
  said: string
  fields: Record<string, string>
  refused: boolean
}

/** What a press does: `intent` says what. A host that somebody else changed since is not overwritten. */
export async function actOnHost(desk: Desk, form: FormData): Promise<HostOutcome> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [id, name] = [text('id'), text('name')]
  const written = { name, capacity: Number(text('capacity')) }
  const seen = seenAs(text('version'))
  switch (form.get('intent')) {
    case 'add':
      return outcome(
        null,
        await resultOf(hostsAt(desk).index.$post({ json: { ...written, vineyard_id: text('vineyard_id') } })),
        `${name} is added.`,
      )
    case 'remove':
      return outcome(
        id,
        await resultOf(hostsAt(desk)[':id'].$delete({ param: { id } }, seen)),
        `${name} is removed.`,
      )
    default:
      return outcome(
        id,
        await resultOf(hostsAt(desk)[':id'].$patch({ param: { id }, json: written }, seen)),
        `${name} is saved.`,
      )
  }
}

function outcome(id: string | null, done: Result<unknown, CallProblem>, said: string): HostOutcome {
  if (done.ok) return { id, said, fields: {}, refused: false }
  const fields = done.problem.kind === 'refused' ? done.problem.fields : {}
  return { id, said: problemSentence(done.problem), fields, refused: true }
}
