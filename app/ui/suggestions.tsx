import { Icon } from './icon.tsx'
import type { SuggestionChoice, useSuggestions } from './use-suggestions.ts'

/** The list below the field. It takes no focus: the field keeps it and says which option is chosen. */
export function SuggestionOptions<Some extends SuggestionChoice>({
  label,
  popup: { list, open, choices, hint, chosen, optionId, pick },
}: {
  label: string
  popup: ReturnType<typeof useSuggestions<Some>>['popup']
}) {
  return (
    <>
      <div className="suggestions" hidden={!open}>
        <div id={list} role="listbox" tabIndex={-1} aria-label={label} hidden={choices.length === 0}>
          {choices.map((choice, index) => (
            <div
              key={choice.key}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              // Pressing must not take the focus away, or the list would be gone before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(choice)}
            >
              <Icon name={choice.icon} />
              <span>{choice.label}</span>
              {choice.detail && <span className="soft">{choice.detail}</span>}
            </div>
          ))}
        </div>
        {hint && <p>{hint}</p>}
      </div>
      <span className="sr" role="status">
        {open && (hint ?? (choices.length === 1 ? '1 suggestion' : `${choices.length} suggestions`))}
      </span>
    </>
  )
}
