import { formatMoment } from '../../../platform/days.ts'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { PartyTags } from '../../notes/components/party-notes.tsx'
import { TagChoice } from '../../notes/components/tag-choice.tsx'
import { knownTags, tagDetails } from '../../notes/notes.ts'
import type { CustomerResult } from '../customer-actions.tsx'

type Tag = { id: string; tag: string; agreed: boolean; author: string | null; created_at: string }

/** The tags of a customer, and a form to add one. */
export function CustomerTags({ tags, result }: { tags: Tag[]; result: CustomerResult | undefined }) {
  const refused = result?.failed && result.intent === 'tag' ? result : undefined
  const missing = refused?.typed === '' ? 'Please choose a tag, or write one.' : undefined
  const left = knownTags.filter((known) => !tags.some(({ tag }) => tag === known))
  return (
    <section className="panel" aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      <p className="soft small">Staff see these on every booking of this guest, also at the gate.</p>
      <ul className="history">
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
              <HiddenFields values={{ id }} />
              <FormButton small variant="text" name="intent" value="untag">
                Remove<span className="sr"> {tagDetails(tag).label}</span>
              </FormButton>
            </Form>
          </li>
        ))}
      </ul>
      {/* A new key empties the form after a tag was added. */}
      <Form method="post" preventScrollReset className="stack" key={tags.length} refused={refused}>
        <TagChoice
          name="tag"
          type="radio"
          offered={left}
          chosen={refused?.typed ? [refused.typed] : []}
          hint="Put health details under Allergy or Access."
          error={
            refused &&
            (missing ?? refused.fields.tag ?? (refused.fields.agreed ? undefined : refused.message))
          }
        />
        <CheckGroup legend="Consent" error={refused?.fields.agreed}>
          <CheckField
            name="agreed"
            label="The guest agreed"
            hint="Needed for Allergy and Access. We record who ticked this box, and when."
          />
        </CheckGroup>
        <div>
          <FormButton name="intent" value="tag">
            Add tag
          </FormButton>
        </div>
      </Form>
    </section>
  )
}
