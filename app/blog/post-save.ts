import { type CallProblem, isStale, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiAt } from '../staff-client/staff-area.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Difference } from '../ui/conflict.tsx'
import type { vineyardApi } from '../vineyards/vineyard.api.ts'
import type { blogApi } from './blog.api.ts'
import { type Document, vineyardsIn } from './document.ts'
import { changesFrom, differing, inWords, labels, showField, type Written } from './post-form.ts'

/** A post as an editor opened it. */
export type Seen = Written & { id: string; version: string }

/** What came of saving: nothing to say, why not, or what somebody else saved first. */
export type Outcome = {
  problem: CallProblem | null
  /** By `performance.now()`; null where nothing was saved. */
  saved_at: number | null
  /** The post as it is now that it is saved: what the next saving is held against. */
  seen: Seen | null
  said: string | null
  fields: Record<string, string>
  conflict: { version: string; differences: Difference[] } | null
}

export const posts = () => apiAt<typeof blogApi>('admin', '/api/blog_posts')

/** A post with all that is written of it, drafts too. */
export async function readPost(id: string): Promise<Result<Seen, CallProblem>> {
  const read = await resultOf(posts()[':id'].$get({ param: { id } }))
  return read.ok ? ok({ ...read.value, body: read.value.body as Document }) : read
}

/** What the vineyards of a text are called; one that is gone is left out. */
export async function namesIn(body: Document): Promise<Record<string, string>> {
  const vineyards = apiAt<typeof vineyardApi>('admin', '/api/vineyards')
  const found = await Promise.all(
    vineyardsIn(body).map((id) => resultOf(vineyards[':id'].$get({ param: { id } }))),
  )
  return Object.fromEntries(found.flatMap((one) => (one.ok ? [[one.value.id, one.value.name]] : [])))
}

/** Writes a new post down. */
export async function addPost(written: Written): Promise<Result<{ id: string }, Outcome>> {
  const added = await resultOf(posts().index.$post({ json: { ...written } }))
  return added.ok ? ok(added.value) : refused(refusalOf(added.problem))
}

/**
 * Saves what a form changed, and only that. It is refused when somebody saved since; `over` then names the version that
 * was shown beside one's own.
 */
export async function savePost(seen: Seen, written: Written, over: string | null): Promise<Outcome> {
  const saved = await resultOf(
    posts()[':id'].$patch(
      { param: { id: seen.id }, json: changesFrom(seen, written) },
      seenAs(over ?? seen.version),
    ),
  )
  if (!saved.ok) {
    const outcome = refusalOf(saved.problem)
    return isStale(saved.problem) ? { ...outcome, conflict: await conflictOf(seen, written) } : outcome
  }
  const now = await readPost(seen.id)
  if (!now.ok) return refusalOf(now.problem)
  return {
    problem: null,
    saved_at: performance.now(),
    seen: now.value,
    said: null,
    fields: {},
    conflict: null,
  }
}

function refusalOf(problem: CallProblem): Outcome {
  const named = problem.kind === 'refused' ? inWords(problem.fields) : {}
  const said = Object.values(named)[0] ?? problemSentence(problem)
  return { problem, saved_at: null, seen: null, said, fields: named, conflict: null }
}

async function conflictOf(seen: Seen, mine: Written): Promise<Outcome['conflict']> {
  const now = await readPost(seen.id)
  if (!now.ok) return null
  const theirs = now.value
  const differences = differing(seen, theirs).map((field) => ({
    label: labels[field],
    before: showField(field, seen, theirs),
    theirs: showField(field, theirs, seen),
    mine: showField(field, mine, seen),
  }))
  return { version: theirs.version, differences }
}
