import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { SuggestionOptions } from './suggestions.tsx'
import { type SuggestionChoice, type Suggesting, useSuggestions } from './use-suggestions.ts'

/**
 * A search field with its button, to stand inside a GET form. `label` is also what the empty field says. While somebody
 * types it offers what the text may mean; the button and Enter search for the text itself.
 */
export function SearchBox<Some extends SuggestionChoice>({
  id,
  name,
  label,
  button,
  defaultValue,
  suggesting,
  children,
}: {
  id: string
  name: string
  label: string
  button: string
  defaultValue?: string
  suggesting: Suggesting<Some>
  /** Further fields of the search, before its button. */
  children?: ReactNode
}) {
  const { input, field, popup } = useSuggestions(suggesting)
  return (
    <div className="search" role="search">
      <div className="find">
        <label className="sr" htmlFor={id}>
          {label}
        </label>
        <Icon name="search" />
        <input
          ref={input}
          className="in"
          id={id}
          name={name}
          type="search"
          placeholder={label}
          defaultValue={defaultValue}
          autoComplete="off"
          enterKeyHint="search"
          {...field}
        />
        <SuggestionOptions label="Suggestions" popup={popup} />
      </div>
      {children}
      <Button variant="primary">{button}</Button>
    </div>
  )
}
