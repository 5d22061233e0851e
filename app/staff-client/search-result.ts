import { useEffect, useEffectEvent, useState } from 'react'

import type { Result } from '../platform/result.ts'
import type { CallProblem } from './call.ts'

/** Milliseconds between the last keystroke and the request to the server. */
const pause = 150

/**
 * Returns the server's result for the text that staff typed last, or undefined until it arrives. An empty text is not searched.
 * `scope` names what is searched: when it changes, the text is searched again.
 */
export function useSearchResult<Found>(
  search: string,
  scope: string,
  find: (search: string) => Promise<Result<Found, CallProblem>>,
): Result<Found, CallProblem> | undefined {
  const [answer, setAnswer] = useState<{ search: string; result: Result<Found, CallProblem> }>()
  const read = useEffectEvent(find)
  useEffect(() => {
    if (search === '') return
    let isOutdated = false
    const timer = setTimeout(async () => {
      const result = await read(search)
      if (!isOutdated) setAnswer({ search, result })
    }, pause)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [search, scope])
  return search !== '' && answer?.search === search ? answer.result : undefined
}
