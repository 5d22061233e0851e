import { useEffect } from 'react'
import { data, Form, href, Link } from 'react-router'

import { loadResult } from '../../../../staff-client/load.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { unlistedHead } from '../../../../ui/page/head.ts'
import {
  readPostDraft,
  namesIn,
  type PostSaveResult,
  readPost,
  savePost,
  type PostVersion,
} from '../../../../content/blog/post-form.ts'
import { PostEditor } from '../../../../content/blog/components/post-editor.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { formatMoment } from '../../../../platform/days.ts'
import { StaffHead } from '../../../../ui/page/staff-head.tsx'
import type { Route } from './+types/edit.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`Edit ${loaderData?.post.title ?? 'a post'}`)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const post = await loadResult(request, readPost(params.id))
  const read_at = performance.timeOrigin + performance.now()
  return {
    post,
    names: await namesIn(post.body),
    isOut: post.published_at !== null && Date.parse(post.published_at) <= read_at,
    isNew: new URL(request.url).searchParams.has('added'),
  }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const opened = JSON.parse(String(form.get('seen'))) as PostVersion
  const over = form.get('over') as string | null
  const outcome = await savePost(opened, readPostDraft(form, opened), over)
  // Status 422 prevents a reload, so the form keeps its input.
  return data<PostSaveResult>(outcome, { status: outcome.saved_at === null ? 422 : 200 })
}

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  const { post, names, isOut, isNew } = loaderData
  useEffect(() => {
    // A reload of the page must not announce the post again.
    if (isNew) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [isNew])
  const isSaved = isNew || (actionData !== undefined && actionData.saved_at !== null)
  return (
    <>
      <StaffHead
        above={<Breadcrumb trail={[{ to: href('/admin/blog'), label: 'Blog' }]} here="Edit" />}
        title={post.title}
      >
        {isOut && <ButtonLink to={href('/blog/:slug', { slug: post.slug })}>View as a visitor</ButtonLink>}
        <Form method="post" action={href('/admin/blog')}>
          <input type="hidden" name="id" value={post.id} />
          <Button variant="danger" name="intent" value="delete">
            Delete
          </Button>
        </Form>
      </StaffHead>
      <div role="status" className={isSaved ? 'space-below' : undefined}>
        {isSaved && <SavedNotice post={post} isOut={isOut} />}
      </div>
      <PostEditor key={post.id} post={post} seen={post} names={names} outcome={actionData} />
    </>
  )
}

/** Says whether the saved post is published, with a link to its page if it is. */
function SavedNotice({ post, isOut }: { post: PostVersion; isOut: boolean }) {
  if (isOut)
    return (
      <Notice tone="good">
        <p>
          The post is published.{' '}
          <Link to={href('/blog/:slug', { slug: post.slug })}>Read it on the blog</Link>
        </p>
      </Notice>
    )
  return (
    <Notice tone="info">
      {post.published_at === null
        ? 'The draft is saved. Only admins see it.'
        : `The post is saved and will be published on ${formatMoment(post.published_at)}.`}
    </Notice>
  )
}
