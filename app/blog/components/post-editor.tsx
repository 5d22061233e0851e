import { useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { EditRefusal } from '../../ui/edit-refusal.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { UnsavedGuard } from '../../ui/unsaved.tsx'
import { PostFields } from './post-editor.tsx'
import { readPostDraft, type PostDraft, type PostSaveResult, type PostVersion } from '../post-form.ts'
import { PostPreview } from './post-preview.tsx'

/**
 * The form of a post. What is typed stays through every refusal; only what was changed since it was opened, or last saved,
 * is saved. `seen` is null for a post that is not there yet.
 */
export function PostEditor({
  post,
  seen: first,
  names: fieldErrors,
  outcome,
}: {
  post: PostDraft
  seen: PostVersion | null
  names: Record<string, string>
  outcome: PostSaveResult | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const saving = useNavigation().formMethod === 'POST'
  const [{ seen, after }, setSeen] = useState({ seen: first, after: undefined as PostSaveResult | undefined })
  const [typed, setTyped] = useState<{ after: PostSaveResult | undefined } | null>(null)
  const [names, setNames] = useState(fieldErrors)
  const [preview, setPreview] = useState<PostDraft | null>(null)
  if (outcome?.seen && outcome !== after) setSeen({ seen: outcome.seen, after: outcome })
  const dirty = typed !== null && (outcome?.saved_at == null || typed.after === outcome)
  const refused = outcome?.problem ? outcome : undefined
  useRefusalFocus(form, refused)
  return (
    <>
      <UnsavedGuard dirty={dirty && !saving} />
      {preview && <PostPreview post={preview} names={names} close={() => setPreview(null)} />}
      <Form
        ref={form}
        method="post"
        className="editor"
        hidden={preview !== null}
        draft="post"
        onDiscard={() => setTyped(null)}
        onChange={() => setTyped({ after: outcome })}
      >
        {seen && <input type="hidden" name="seen" value={JSON.stringify(seen)} />}
        {refused && <EditRefusal refused={refused} />}
        <PostFields
          // What was saved stands in the fields; the text stays under the cursor.
          post={post}
          published={seen?.published_at ?? null}
          isNew={seen === null}
          names={names}
          problems={refused?.fields ?? {}}
          onTyped={() => setTyped({ after: outcome })}
          onNamed={({ id, name }) => setNames((known) => ({ ...known, [id]: name }))}
        />
        <SaveBar
          saving={saving}
          dirty={dirty}
          savedAt={outcome?.saved_at ?? null}
          label={seen ? 'Save' : 'Add the post'}
        >
          <Button
            type="button"
            onClick={() =>
              form.current &&
              setPreview(readPostDraft(new FormData(form.current), seen ?? { published_at: null }))
            }
          >
            Preview
          </Button>
        </SaveBar>
      </Form>
    </>
  )
}
