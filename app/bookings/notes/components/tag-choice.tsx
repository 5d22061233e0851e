import { CheckGroup } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { keepHealthDays, knownTags, maxTagLength, tagDetails } from '../notes.ts'
import './notes.css'

/** Fields for tags, all named `name`: a box for each offered or chosen tag, and a text field for other words. */
export function TagChoice({
  name,
  chosen,
  offered = knownTags,
  type = 'checkbox',
  hint = `Put health details under Allergy or Access: we delete these two tags ${keepHealthDays} days after the visit.`,
  error,
}: {
  name: string
  chosen: readonly string[]
  offered?: readonly string[]
  /** Radio buttons choose one tag, checkboxes several tags. */
  type?: 'checkbox' | 'radio'
  hint?: string
  error?: string | undefined
}) {
  return (
    <>
      <CheckGroup legend="Tags" error={error}>
        <div className="tag-choice">
          {[...new Set([...offered, ...chosen])].map((tag) => {
            const { icon, label } = tagDetails(tag)
            return (
              <label key={tag}>
                <input type={type} name={name} value={tag} defaultChecked={chosen.includes(tag)} />
                <Icon name={icon} />
                {label}
              </label>
            )
          })}
        </div>
      </CheckGroup>
      <TextField
        label={type === 'radio' ? 'Or a tag in your own words' : 'A tag in your own words'}
        name={name}
        maxLength={maxTagLength}
        hint={hint}
        optional
        autoComplete="off"
      />
    </>
  )
}
