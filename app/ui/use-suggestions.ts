import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useHydrated } from './hydrated.ts'
import type { IconName } from './icons.ts'

/** Something to pick; `detail` tells those of one label apart. */
export type SuggestionChoice = { key: string; icon: IconName; label: string; detail: string }
export type Offered<Some extends SuggestionChoice> = { choices: Some[]; hint: string | null }

export type Suggesting<Some extends SuggestionChoice> = {
  /** Finds what a text may mean; may be called for every letter, and then aborts the one before. */
  offer: (text: string, signal: AbortSignal) => Promise<Offered<Some>>
  onPick: (choice: Some) => void
}

/** Who types on is asked for no sooner; milliseconds. */
const pause = 120

/**
 * The behaviour of a text field that offers things to pick while somebody types (the editable combobox with a list of
 * the ARIA practices): arrows choose, Enter picks what is chosen and otherwise does what the field would do, Escape
 * closes the list first. Until the script runs the field is a plain one.
 */
export function useSuggestions<Some extends SuggestionChoice>({ offer, onPick }: Suggesting<Some>) {
  const list = useId()
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [offered, setOnSale] = useState<Offered<Some> | null>(null)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const wanted = useLatestOnly(offer, (answer) => {
    setOnSale(answer)
    // An answer may arrive after the visitor has chosen from the one before.
    setChosenKey((key) => (answer?.choices.some((choice) => choice.key === key) ? key : null))
  })
  const choices = offered?.choices ?? []
  const chosen = choices.findIndex(({ key }) => key === chosenKey)
  const open = choices.length > 0 || Boolean(offered?.hint)
  const optionId = (index: number) => `${list}-${index}`

  const close = () => {
    wanted.forget()
    setOnSale(null)
    setChosenKey(null)
  }
  const pick = (choice: Some) => {
    close()
    onPick(choice)
  }
  const move = (by: number) => {
    // The text itself is one of the stations, before the first and behind the last.
    const stations = choices.length + 1
    setChosenKey((key) => {
      const before = choices.findIndex((choice) => choice.key === key)
      return choices[((before + 1 + by + stations) % stations) - 1]?.key ?? null
    })
  }
  const askForTyped = useEffectEvent(() => {
    const field = input.current
    if (field && field === document.activeElement && field.value !== field.defaultValue)
      wanted.ask(field.value, 0)
  })
  // Something may have been typed before the script ran.
  useEffect(() => askForTyped(), [])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = {
      ArrowDown: () => (open ? move(1) : wanted.ask(event.currentTarget.value, 0)),
      ArrowUp: () => open && move(-1),
      Escape: () => open && close(),
      Enter: () => {
        const choice = choices[chosen]
        if (!choice) return close()
        event.preventDefault()
        pick(choice)
      },
    }[event.key]
    if (!act || event.nativeEvent.isComposing) return
    if (open && event.key !== 'Enter') event.preventDefault()
    act()
  }

  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': list,
    'aria-activedescendant': chosen >= 0 ? optionId(chosen) : undefined,
    onKeyDown,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      wanted.ask(currentTarget.value, pause),
    onBlur: close,
  } as const
  return {
    input,
    field: hydrated ? field : undefined,
    popup: { list, open, choices, hint: offered?.hint ?? null, chosen, optionId, pick },
  }
}

/** Asks with a pause before and takes only the answer to what was asked last; one that fails is as good as none. */
function useLatestOnly<Answer>(
  ask: (text: string, signal: AbortSignal) => Promise<Answer>,
  take: (answer: Answer | null) => void,
) {
  const underWay = useRef<{ timer?: ReturnType<typeof setTimeout>; abort?: AbortController }>({})
  const forget = () => {
    clearTimeout(underWay.current.timer)
    underWay.current.abort?.abort()
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
      underWay.current = { timer, abort }
    },
  }
}
