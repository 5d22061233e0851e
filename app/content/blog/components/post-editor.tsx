import { useState } from 'react'

import { Button } from '../../../ui/button.tsx'
import { DraftEditor, useOpened } from '../../../ui/forms/draft-editor.tsx'
import {
  blankPost,
  readPostDraft,
  type PostDraft,
  type PostSaveResult,
  type PostVersion,
  postLabels,
} from '../post-form.ts'
import { PostPreview } from './post-preview.tsx'
import { pictureOf } from '../../../platform/media/picture.ts'
import { clockOf } from '../../../platform/days.ts'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { FieldError, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { PictureUpload } from '../../../catalogue/pictures/components/picture-upload.tsx'
import { BodyEditor } from '../editor/body-editor.tsx'
import { slugOf } from '../post.ts'

/** The form of a post. Saves only the fields that changed after it was opened or last saved. `seen` is null for a new post. */
export function PostEditor({
  post,
  seen: first,
  names: known,
  outcome,
}: {
  post: PostDraft
  seen: PostVersion | null
  names: Record<string, string>
  outcome: PostSaveResult | undefined
}) {
  const seen = useOpened(first, outcome)
  const [names, setNames] = useState(known)
  return (
    <DraftEditor
      name="post"
      opened={seen}
      result={outcome}
      read={(form) => readPostDraft(form, seen ?? blankPost)}
      preview={(draft) => <PostPreview post={draft} names={names} />}
      saveLabel={seen ? 'Save' : 'Add the post'}
    >
      {(problems, onTyped) => (
        <PostFields
          post={seen ?? post}
          {...{ seen, names, problems, onTyped }}
          onNamed={({ id, name }) => setNames((before) => ({ ...before, [id]: name }))}
        />
      )}
    </DraftEditor>
  )
}

/** The fields of a post. */
function PostFields({
  post,
  seen,
  names,
  problems,
  onTyped,
  onNamed,
}: {
  post: PostDraft
  seen: PostVersion | null
  names: Record<string, string>
  problems: Record<string, string>
  onTyped: () => void
  onNamed: (vineyard: { id: string; name: string }) => void
}) {
  const [slug, setSlug] = useState(post.slug)
  const [body, setBody] = useState(post.body)
  // The text with which the editor opens. Restoring a local draft opens the editor again.
  const [opened, setOpened] = useState({ body: post.body, n: 0 })
  // The slug of a new post follows the title until somebody edits the slug.
  const [follows, setFollows] = useState(seen === null && post.slug === '')
  const published = seen?.published_at ?? null
  const field = (name: 'title' | 'slug' | 'summary' | 'author' | 'tags') => ({
    name,
    label: postLabels[name],
    defaultValue: post[name] ?? '',
    error: problems[name],
  })
  return (
    <>
      <section aria-labelledby="words">
        <h2 id="words">Content</h2>
        <div className="form-grid">
          <TextField
            {...field('title')}
            required
            maxLength={200}
            onChange={({ target }) => follows && setSlug(slugOf(target.value))}
            wide
          />
          <TextField
            {...field('slug')}
            required
            maxLength={120}
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            title="Lower-case letters and digits, joined by hyphens"
            hint={`/blog/${slug || '…'}`}
            value={slug}
            defaultValue={undefined}
            onChange={({ target }) => {
              setFollows(false)
              setSlug(target.value)
            }}
            wide
          />
          <TextAreaField
            {...field('summary')}
            rows={2}
            maxLength={500}
            hint="One or two sentences, for lists and search engines."
            optional
            wide
          />
          <TextField {...field('author')} maxLength={200} optional />
          <TextField
            {...field('tags')}
            hint="Up to 8, separated by commas."
            defaultValue={post.tags.join(', ')}
            optional
          />
          <input
            type="hidden"
            name="body"
            value={JSON.stringify(body)}
            data-draft=""
            onInput={({ currentTarget }) => {
              const back = JSON.parse(currentTarget.value) as typeof body
              setBody(back)
              setOpened(({ n }) => ({ body: back, n: n + 1 }))
            }}
          />
          <BodyEditor
            key={opened.n}
            body={opened.body}
            names={names}
            problem={problems.body}
            onNamed={onNamed}
            onChange={(next) => {
              setBody(next)
              onTyped()
            }}
          />
        </div>
      </section>
      <Cover address={post.cover_image_url} problem={problems.cover_image_url} onTyped={onTyped} />
      <When key={published} published={published} problem={problems.published_at} />
    </>
  )
}

function Cover({
  address,
  problem,
  onTyped,
}: {
  address: string | null
  problem: string | undefined
  onTyped: () => void
}) {
  const [cover, setCover] = useState(address)
  const [removed, setRemoved] = useState<string | null>(null)
  const set = (next: string | null) => {
    setCover(next)
    setRemoved(next === null ? cover : null)
    onTyped()
  }
  return (
    <section aria-labelledby="cover">
      <h2 id="cover">Cover</h2>
      <input type="hidden" name="cover_image_url" value={cover ?? ''} />
      {cover && (
        <PictureFrame
          className="picture post-cover"
          picture={pictureOf(cover)}
          sizes="(min-width: 48rem) 40rem, 100vw"
        />
      )}
      <PictureUpload
        area="admin"
        shown_as="post"
        label={cover ? 'Replace cover photo' : 'Add a cover photo'}
        done="Picture uploaded. Save the post to use it."
        onUpload={set}
      />
      {cover && (
        <Button type="button" small onClick={() => set(null)}>
          Remove cover photo
        </Button>
      )}
      <p className="small" role="status">
        {removed !== null && (
          <>
            Cover photo removed.{' '}
            <Button type="button" variant="text" onClick={() => set(removed)}>
              Undo
            </Button>
          </>
        )}
      </p>
      {problem && <FieldError id="cover-error">{problem}</FieldError>}
    </section>
  )
}

/** Fields to keep a draft, publish now or schedule. A published post shows its time, so that saving keeps that time. */
function When({ published, problem }: { published: string | null; problem: string | undefined }) {
  const [when, setWhen] = useState(published === null ? 'draft' : 'at')
  const choice = (value: string) => ({
    type: 'radio' as const,
    name: 'when',
    value,
    checked: when === value,
    onChange: () => setWhen(value),
  })
  return (
    <section aria-labelledby="when">
      <h2 id="when">Publishing</h2>
      <CheckGroup legend="When to publish">
        <CheckField {...choice('draft')} label="Keep as a draft" hint="Only admins see it." />
        <CheckField {...choice('now')} label="When I save" />
        <CheckField {...choice('at')} label="At a set time" hint="A future time schedules the post." />
      </CheckGroup>
      {when === 'at' && (
        <TextField
          label="Date and time in London"
          name="publish_at"
          type="datetime-local"
          required
          defaultValue={published === null ? '' : clockOf(new Date(published))}
          error={problem}
        />
      )}
    </section>
  )
}
