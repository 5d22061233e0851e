import { clockOf } from '../../platform/days.ts'
import type { PostDocument } from './document.shapes.ts'
import { plainTextOf, vineyardsIn } from './document.ts'
import { readTags } from './post.ts'
import { type CallProblem, isStale, problemSentence, resultOf, ifMatch } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { notSaved, type SaveResult, savedAs } from '../../catalogue/save-result.ts'
import type { vineyardApi } from '../../catalogue/vineyards/vineyard.api.ts'
import type { blogApi } from './blog.api.ts'

/** The fields of a post that admins edit. */
export type PostDraft = {
  title: string
  slug: string
  summary: string | null
  author: string | null
  tags: string[]
  cover_image_url: string | null
  body: PostDocument
  /** An instant, a London wall-clock time as typed in the form, 'now', or null for a draft. */
  published_at: string | null
}
type Field = keyof PostDraft

/** The labels of the fields, in the form and in messages */
export const postLabels: Record<Field, string> = {
  title: 'Title',
  slug: 'Address',
  summary: 'Summary',
  author: 'Author',
  tags: 'Tags',
  cover_image_url: 'Cover',
  body: 'Text',
  published_at: 'Published',
}
const fields = Object.keys(postLabels) as Field[]

export const blankPost: PostDraft = {
  title: '',
  slug: '',
  summary: null,
  author: null,
  tags: [],
  cover_image_url: null,
  body: { type: 'doc', content: [] },
  published_at: null,
}

/** Returns the editable fields of a post. */
export function postDraftOf(post: PostDraft): PostDraft {
  return Object.fromEntries(fields.map((field) => [field, post[field]])) as PostDraft
}

/** Returns the fields in a form. An unchanged time keeps its original seconds. */
export function readPostDraft(form: FormData, seen: Pick<PostDraft, 'published_at'>): PostDraft {
  const line = (field: string) => String(form.get(field) ?? '').trim()
  const hour = line('publish_at')
  const isUnchanged = seen.published_at !== null && clockOf(new Date(seen.published_at)) === hour
  const at = isUnchanged ? seen.published_at : hour
  return {
    title: line('title'),
    slug: line('slug'),
    summary: line('summary') || null,
    author: line('author') || null,
    tags: readTags(line('tags')),
    cover_image_url: line('cover_image_url') || null,
    body: JSON.parse(line('body')) as PostDocument,
    published_at: { draft: null, now: 'now', at }[line('when')] ?? null,
  }
}

/** Returns the fields in which two drafts differ, in the order of the form. */
function differing(a: PostDraft, b: PostDraft): Field[] {
  return fields.filter((field) => inOrder(a[field]) !== inOrder(b[field]))
}

/** Returns a field as readable text. Of the body, only the parts that differ from `beside` are returned. */
function formatPostField(field: Field, draft: PostDraft, beside: PostDraft): string {
  const { tags, published_at: at, body } = draft
  if (field === 'tags') return tags.join(', ')
  if (field === 'body') return changedText(body, beside.body)
  if (field !== 'published_at') return draft[field] ?? ''
  return at === null ? 'Draft' : (at.endsWith('Z') ? clockOf(new Date(at)) : at).replace('T', ', ')
}

/** Returns messages with labels instead of field names, such as 'Address is already used by another post.' */
function postFieldMessages(refused: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([field, sentence]) => {
      const name = field.split('.')[0] ?? field
      return [name, name in postLabels ? sentence.replace(field, postLabels[name as Field]) : sentence]
    }),
  )
}

const longestShown = 600

function changedText(body: PostDocument, beside: PostDocument): string {
  const known = new Set(beside.content.map((block) => JSON.stringify(block)))
  const other = body.content.filter((block) => !known.has(JSON.stringify(block)))
  const shown = other.map((block) => plainTextOf([block]).trim() || `(${block.type})`).join('\n')
  if (other.length === 0)
    return body.content.length < beside.content.length ? '(parts removed)' : '(unchanged)'
  return shown.length > longestShown ? `${shown.slice(0, longestShown)} …` : shown
}

/** Returns a value as JSON with its keys in order, because the database changes their order. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
}

/** A post as it was opened in the editor. */
export type PostVersion = PostDraft & { id: string; version: string }

export type PostSaveResult = SaveResult<PostVersion>

export const posts = () => apiFor<typeof blogApi>('admin', '/api/blog_posts')

/** Returns a post with its text, drafts included. */
export async function readPost(id: string): Promise<Result<PostVersion, CallProblem>> {
  const read = await resultOf(posts()[':id'].$get({ param: { id } }))
  return read.ok ? ok({ ...read.value, body: read.value.body as PostDocument }) : read
}

/** Returns the names of the vineyards in a text, without vineyards that no longer exist. */
export async function namesIn(body: PostDocument): Promise<Record<string, string>> {
  const vineyards = apiFor<typeof vineyardApi>('admin', '/api/vineyards')
  const found = await Promise.all(
    vineyardsIn(body).map((id) => resultOf(vineyards[':id'].$get({ param: { id } }))),
  )
  return Object.fromEntries(
    found.flatMap((vineyard) => (vineyard.ok ? [[vineyard.value.id, vineyard.value.name]] : [])),
  )
}

export async function addPost(draft: PostDraft): Promise<Result<{ id: string }, PostSaveResult>> {
  const added = await resultOf(posts().index.$post({ json: { ...draft } }))
  return added.ok ? ok(added.value) : refused(refusalOf(added.problem))
}

/** Saves only the changed fields. Refuses if the post has been saved meanwhile, unless `over` is its latest version. */
export async function savePost(
  seen: PostVersion,
  draft: PostDraft,
  over: string | null,
): Promise<PostSaveResult> {
  const changes = Object.fromEntries(differing(seen, draft).map((field) => [field, draft[field]]))
  const saved = await resultOf(
    posts()[':id'].$patch({ param: { id: seen.id }, json: changes }, ifMatch(over ?? seen.version)),
  )
  if (!saved.ok)
    return refusalOf(saved.problem, isStale(saved.problem) ? await conflictOf(seen, draft) : null)
  const now = await readPost(seen.id)
  return now.ok ? savedAs(now.value, over === null ? null : now.value) : refusalOf(now.problem)
}

function refusalOf(problem: CallProblem, conflict: PostSaveResult['conflict'] = null): PostSaveResult {
  const fieldErrors = problem.kind === 'refused' ? postFieldMessages(problem.fields) : {}
  return notSaved(Object.values(fieldErrors)[0] ?? problemSentence(problem), fieldErrors, conflict)
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
