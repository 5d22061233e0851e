import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { formatMoment } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { PartyTags } from '../../notes/components/party-notes.tsx'
import { TagChoice } from '../../notes/components/tag-choice.tsx'
import { knownTags, tagDetails } from '../../notes/notes.ts'
import type { CustomerResult } from '../customer-actions.tsx'

type Tag = { id: string; tag: string; agreed: boolean; author: string | null; created_at: string }

/** The tags of a customer, and a form to add one. */
export function CustomerTags({ tags, result }: { tags: Tag[]; result: CustomerResult | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  const refused = result?.failed && result.intent === 'tag' ? result : undefined
  const part = useRef<HTMLElement>(null)
  useRefusalFocus(part, refused)
  const left = knownTags.filter((known) => !tags.some(({ tag }) => tag === known))
  return (
    <section ref={part} className="panel" aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      <p className="soft small">Staff see these on every booking of this guest, also at the gate.</p>
      <ul className="events">
        {tags.map(({ id, tag, agreed, author, created_at }) => (
          <li key={id} className="between">
            <div>
              <PartyTags tags={[tag]} />
              <span className="soft small">
                {agreed && 'The guest agreed. '}
                {author ?? 'Former staff'}, {formatMoment(created_at)}
              </span>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={id} />
              <Button small variant="text" name="intent" value="untag" disabled={busy}>
                Remove<span className="sr"> {tagDetails(tag).label}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {/* A new key empties the form after a tag was added. */}
      <Form method="post" preventScrollReset className="stack" key={tags.length}>
        <TagChoice
          name="tag"
          type="radio"
          offered={left}
          chosen={refused?.typed ? [refused.typed] : []}
          hint="Put health details under Allergy or Access."
          error={refused && (refused.fields.tag ?? (refused.fields.agreed ? undefined : refused.message))}
        />
        <CheckGroup legend="Consent" error={refused?.fields.agreed}>
          <CheckField
            name="agreed"
            label="The guest agreed"
            hint="Needed for Allergy and Access. We record who ticked this box, and when."
          />
        </CheckGroup>
        <div>
          <Button name="intent" value="tag" disabled={busy}>
            Add tag
          </Button>
        </div>
      </Form>
    </section>
  )
}
