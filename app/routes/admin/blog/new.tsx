import { data, href, redirect } from 'react-router'

import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { blankPost, readPostDraft, addPost, type PostSaveResult } from '../../../content/blog/post-form.ts'
import { PostEditor } from '../../../content/blog/components/post-editor.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/new.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Write a post')

export async function clientAction({ request }: Route.ClientActionArgs) {
  const added = await addPost(readPostDraft(await request.formData(), blankPost))
  if (!added.ok) return data<PostSaveResult>(added.problem, { status: 422 })
  return redirect(`${href('/admin/blog/:id/edit', { id: added.value.id })}?added`)
}

export default function NewPost({ actionData }: Route.ComponentProps) {
  return (
    <>
      <StaffHead
        above={<Breadcrumb trail={[{ to: href('/admin/blog'), label: 'Blog' }]} here="Write a post" />}
        title="Write a post"
      />
      <PostEditor post={blankPost} seen={null} names={{}} outcome={actionData} />
    </>
  )
}
