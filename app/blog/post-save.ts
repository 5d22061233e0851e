import { type CallProblem, isStale, problemSentence, resultOf, seenAs } from '../staff-client/call.ts'
import { apiFor } from '../staff-client/staff-area.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Difference } from '../ui/conflict.tsx'
import type { vineyardApi } from '../vineyards/vineyard.api.ts'
import type { blogApi } from './blog.api.ts'
import { type PostDocument, vineyardsIn } from './document.ts'
import {
  postChangesFrom,
  differing,
  postFieldMessages,
  postLabels,
  formatPostField,
  type PostDraft,
} from './post-form.ts'

/** A post as an editor opened it. */
export type PostVersion = PostDraft & { id: string; version: string }

/** What came of saving: nothing to say, why not, or what somebody else saved first. */
export type PostSaveResult = {
  problem: CallProblem | null
  /** By `performance.now()`; null where nothing was saved. */
  saved_at: number | null
  /** The post as it is now that it is saved: what the next saving is held against. */
  seen: PostVersion | null
  said: string | null
  fields: Record<string, string>
  conflict: { version: string; differences: Difference[] } | null
}

export const posts = () => apiFor<typeof blogApi>('admin', '/api/blog_posts')

/** A post with all that is written of it, drafts too. */
export async function readPost(id: string): Promise<Result<PostVersion, CallProblem>> {
  const read = await resultOf(posts()[':id'].$get({ param: { id } }))
  return read.ok ? ok({ ...read.value, body: read.value.body as PostDocument }) : read
}

/** What the vineyards of a text are called; one that is gone is left out. */
export async function namesIn(body: PostDocument): Promise<Record<string, string>> {
  const vineyards = apiFor<typeof vineyardApi>('admin', '/api/vineyards')
  const found = await Promise.all(
    vineyardsIn(body).map((id) => resultOf(vineyards[':id'].$get({ param: { id } }))),
  )
  return Object.fromEntries(found.flatMap((one) => (one.ok ? [[one.value.id, one.value.name]] : [])))
}

/** Writes a new post down. */
export async function addPost(written: PostDraft): Promise<Result<{ id: string }, PostSaveResult>> {
  const added = await resultOf(posts().index.$post({ json: { ...written } }))
  return added.ok ? ok(added.value) : refused(refusalOf(added.problem))
}

/**
 * Saves what a form changed, and only that. It is refused when somebody saved since; `over` then names the version that
 * was shown beside one's own.
 */
export async function savePost(
  seen: PostVersion,
  written: PostDraft,
  over: string | null,
): Promise<PostSaveResult> {
  const saved = await resultOf(
    posts()[':id'].$patch(
      { param: { id: seen.id }, json: postChangesFrom(seen, written) },
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

function refusalOf(problem: CallProblem): PostSaveResult {
  const fieldErrors = problem.kind === 'refused' ? postFieldMessages(problem.fields) : {}
  const said = Object.values(fieldErrors)[0] ?? problemSentence(problem)
  return { problem, saved_at: null, seen: null, said, fields: fieldErrors, conflict: null }
}

async function conflictOf(seen: PostVersion, mine: PostDraft): Promise<PostSaveResult['conflict']> {
  const now = await readPost(seen.id)
  if (!now.ok) return null
  const theirs = now.value
  const differences = differing(seen, theirs).map((field) => ({
    label: postLabels[field],
    before: formatPostField(field, seen, theirs),
    theirs: formatPostField(field, theirs, seen),
    mine: formatPostField(field, mine, seen),
  }))
  return { version: theirs.version, differences }
}
