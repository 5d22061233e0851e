import { href, Link } from 'react-router'

import { type PostDraft, postDraftOf, posts, readPost } from '../../content/blog/post-form.ts'
import { tallyOf } from '../../platform/text/counts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { loadList } from '../../staff-client/load.ts'
import { toActionResult, respond, readFormText } from '../../staff-client/action-result.tsx'
import { Toast } from '../../ui/page/toast.tsx'
import { ListOrder, ListTools, Pager } from '../../ui/lists/list-tools.tsx'
import { Published } from '../../staff/dashboard/components/published.tsx'
import { type Column, DataTable, TwoLines } from '../../ui/lists/data-table.tsx'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import type { Route } from './+types/blog.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Blog')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const list = await loadList(request, posts().index.$get, ['tag'])
  return { ...list, read_at: performance.timeOrigin + performance.now() }
}

/** Deletes a post, or restores a deleted one. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'restore') {
    const draft = JSON.parse(String(form.get('post'))) as PostDraft
    const created = await resultOf(posts().index.$post({ json: draft }))
    const undo = { intent: 'restore', post: String(form.get('post')) }
    return respond(toActionResult(request, created, `“${draft.title}” has been restored.`, null, undo))
  }
  const read = await readPost(readFormText(form, 'id'))
  if (!read.ok) return respond(toActionResult(request, read, ''))
  const { id, version, title } = read.value
  const deleted = await resultOf(posts()[':id'].$delete({ param: { id } }, ifMatch(version)))
  const undo = { intent: 'restore', post: JSON.stringify(postDraftOf(read.value)) }
  return respond(toActionResult(request, deleted, `“${title}” has been deleted.`, undo))
}

const orders = { '-published_at': 'Newest', title: 'Title' }

const columnsAt = (now: number): Column<Route.ComponentProps['loaderData']['items'][number]>[] => [
  {
    head: 'Post',
    sort: 'title',
    place: 'name',
    cell: ({ id, title, author }) => (
      <TwoLines below={author ?? 'No author'}>
        <Link to={href('/admin/blog/:id/edit', { id })}>{title}</Link>
      </TwoLines>
    ),
  },
  { head: 'Tags', cell: ({ tags }) => (tags.length === 0 ? null : tags.join(', ')) },
  {
    head: 'Published',
    sort: 'published_at',
    cell: ({ published_at }) => <Published at={published_at} now={now} />,
  },
]

export default function AdminBlog({ loaderData, actionData }: Route.ComponentProps) {
  const {
    items,
    total,
    query: { sort = '-published_at' },
    read_at,
  } = loaderData
  return (
    <>
      <StaffHead title={tallyOf(total, 'post')}>
        <ButtonLink variant="primary" icon="plus" to={href('/admin/blog/new')}>
          Write a post
        </ButtonLink>
      </StaffHead>
      <ListTools>
        <ListOrder value={sort} orders={orders} narrow />
      </ListTools>
      {items.length === 0 ? (
        <Empty title="No posts yet">Drafts and published posts appear here.</Empty>
      ) : (
        <DataTable caption="Posts" columns={columnsAt(read_at)} rows={items} sort={sort} />
      )}
      <Pager {...loaderData} />
      <Toast about={actionData} />
    </>
  )
}
