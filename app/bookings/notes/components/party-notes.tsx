import { Icon } from '../../../ui/pictures/icon.tsx'
import { linesOf, type Notes, tagDetails } from '../notes.ts'
import './notes.css'

/** Shows tags with icons and words. Tags about health are the most prominent. */
export function PartyTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="party-tags" aria-label="Tags">
      {tags.map((tag) => {
        const { icon, label, isHealth } = tagDetails(tag)
        return (
          <li key={tag} className={isHealth ? 'party-tag health-tag' : 'party-tag'}>
            <Icon name={icon} />
            {label}
          </li>
        )
      })}
    </ul>
  )
}

/** Shows all notes about a party: its tags, the guest's request and the notes of staff. */
export function PartyNotes({ party }: { party: Notes }) {
  const lines = linesOf(party)
  return (
    <>
      <PartyTags tags={party.tags} />
      {lines.length > 0 && (
        <div className="note-lines">
          {lines.map(({ label, icon, text }) => (
            <p key={label}>
              <Icon name={icon} />
              <span>
                <span className="note-label">{label}: </span>
                {text}
              </span>
            </p>
          ))}
        </div>
      )}
    </>
  )
}

/** Shows an icon and the tags of a party; a click opens the notes. If there are no notes, shows only the tags. */
export function NotesToOpen({ party, name }: { party: Notes; name: string }) {
  const { tags } = party
  if (linesOf(party).length === 0) return <PartyTags tags={tags} />
  return (
    <details className="notes-to-open">
      <summary>
        <Icon name="post" />
        <span className="sr">Notes about {name}</span>
        <PartyTags tags={tags} />
      </summary>
      <PartyNotes party={{ ...party, tags: [] }} />
    </details>
  )
}
