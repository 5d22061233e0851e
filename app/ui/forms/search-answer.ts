import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds between the last keystroke and the request to the server. */
const pauseMs = 150

/**
 * Returns the answer to the text that was typed last, or undefined until it arrives. An empty text is not searched.
 * `scope` names what is searched: when it changes, the text is searched again.
 */
export function useSearchAnswer<Answer>(
  search: string,
  scope: string,
  find: (search: string) => Promise<Answer>,
): Answer | undefined {
  const [last, setLast] = useState<{ search: string; answer: Answer }>()
  const read = useEffectEvent(find)
  useEffect(() => {
    if (search === '') return
    let isOutdated = false
    const timer = setTimeout(async () => {
      const answer = await read(search)
      if (!isOutdated) setLast({ search, answer })
    }, pauseMs)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [search, scope])
  return search !== '' && last?.search === search ? last.answer : undefined
}
