import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { Button } from '../button.tsx'
import { useHydrated } from '../page/hydrated.ts'
import { Icon } from '../pictures/icon.tsx'
import type { IconName } from '../pictures/icons.ts'

/** A suggestion; `detail` distinguishes equal labels. */
export type SuggestionChoice = { key: string; icon: IconName; label: string; detail: string }
export type Offered<Choice extends SuggestionChoice> = { choices: Choice[]; hint: string | null }

/** The delay from the last key press to the request, in milliseconds. */
const pauseMs = 120

/**
 * A search field with suggestions (the editable combobox of the ARIA Authoring Practices) and a button, for a GET form.
 * `label` is also the placeholder. The button and Enter search for the typed text. Until hydration, the field is plain.
 */
export function SearchBox<Choice extends SuggestionChoice>({
  id,
  name,
  label,
  button,
  defaultValue,
  offer,
  onPick,
  children,
}: {
  id: string
  name: string
  label: string
  button: string
  defaultValue?: string
  /** Finds suggestions for a text. A new call aborts the previous one. */
  offer: (text: string, signal: AbortSignal) => Promise<Offered<Choice>>
  onPick: (choice: Choice) => void
  /** More fields, shown before the button. */
  children?: ReactNode
}) {
  const list = useId()
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [offered, setOffered] = useState<Offered<Choice> | null>(null)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const latest = useLatest(offer, (answer) => {
    setOffered(answer)
    // Suggestions may arrive after the visitor has chosen an earlier suggestion.
    setChosenKey((key) => (answer?.choices.some((choice) => choice.key === key) ? key : null))
  })
  const { choices, hint } = offered ?? { choices: [], hint: null }
  const chosen = choices.findIndex(({ key }) => key === chosenKey)
  const open = choices.length > 0 || Boolean(hint)
  const optionId = (index: number) => `${list}-${index}`

  const close = () => {
    latest.forget()
    setOffered(null)
    setChosenKey(null)
  }
  const pick = (choice: Choice) => {
    close()
    onPick(choice)
  }
  const move = (by: number) => {
    // Between the last and the first suggestion, the arrow keys stop at the typed text.
    const stops = choices.length + 1
    setChosenKey((key) => {
      const before = choices.findIndex((choice) => choice.key === key)
      return choices[((before + 1 + by + stops) % stops) - 1]?.key ?? null
    })
  }
  const offerForTypedText = useEffectEvent(() => {
    const field = input.current
    if (field && field === document.activeElement && field.value !== field.defaultValue)
      latest.ask(field.value, 0)
  })
  // The visitor may have typed before hydration.
  useEffect(() => offerForTypedText(), [])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const action = {
      ArrowDown: () => (open ? move(1) : latest.ask(event.currentTarget.value, 0)),
      ArrowUp: () => open && move(-1),
      Escape: () => open && close(),
      Enter: () => {
        const choice = choices[chosen]
        if (!choice) return close()
        event.preventDefault()
        pick(choice)
      },
    }[event.key]
    if (!action || event.nativeEvent.isComposing) return
    if (open && event.key !== 'Enter') event.preventDefault()
    action()
  }
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': list,
    'aria-activedescendant': chosen >= 0 ? optionId(chosen) : undefined,
    onKeyDown,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      latest.ask(currentTarget.value, pauseMs),
    onBlur: close,
  } as const

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
          {...(hydrated && combobox)}
        />
        <div className="suggestions" hidden={!open}>
          <div id={list} role="listbox" tabIndex={-1} aria-label="Suggestions" hidden={choices.length === 0}>
            {choices.map((choice, index) => (
              <div
                key={choice.key}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                // Keeps focus in the field. Otherwise the list would close before the click.
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
      </div>
      {children}
      <Button variant="primary">{button}</Button>
    </div>
  )
}

/** Delays requests until typing pauses, and keeps only the latest answer. A failed request gives null. */
function useLatest<Answer>(
  ask: (text: string, signal: AbortSignal) => Promise<Answer>,
  take: (answer: Answer | null) => void,
) {
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout>; abort?: AbortController }>({})
  const forget = () => {
    clearTimeout(pending.current.timer)
    pending.current.abort?.abort()
  }
  useEffect(() => forget, [])
  return {
    forget,
    ask: (text: string, after: number) => {
      forget()
      const abort = new AbortController()
      const timer = setTimeout(() => {
        ask(text, abort.signal).then(
          (answer) => !abort.signal.aborted && take(answer),
          () => !abort.signal.aborted && take(null),
        )
      }, after)
      pending.current = { timer, abort }
    },
  }
}
