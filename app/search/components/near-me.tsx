import { useEffect, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Notice } from '../../ui/notice.tsx'
import { type SearchQuery, searchUrl } from '../search-url.ts'
import { askLocation, locationSentences } from '../geolocation.ts'
import { around, fieldsHere } from '../near.ts'

/** Puts what is asked for in order around where the visitor is. It needs a script, so without one it is not there. */
export function NearMe({ asked }: { asked: SearchQuery }) {
  const { ask, asking, problem } = useNearMe(asked)
  if (!useHydrated()) return null
  return (
    <>
      <Button type="button" variant="text" icon="pin" onClick={ask} aria-disabled={asking}>
        {asking ? 'Finding where you are …' : 'Near me'}
      </Button>
      {problem && <Notice tone="bad">{locationSentences[problem]}</Notice>}
    </>
  )
}

function useNearMe(asked: SearchQuery) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<keyof typeof locationSentences | null>(null)
  // The answer may take seconds: meanwhile other things may be asked for, or the page be left.
  const latest = useRef<SearchQuery | null>(asked)
  useEffect(() => {
    latest.current = asked
    return () => {
      latest.current = null
    }
  }, [asked])

  const ask = async () => {
    if (asking) return
    setAsking(true)
    setProblem(null)
    const here = await askLocation()
    if (latest.current === null) return
    setAsking(false)
    if (!here.ok) return setProblem(here.problem)
    await navigate(href('/explore') + searchUrl(around(latest.current, fieldsHere(here.value))))
  }
  return { ask: () => void ask(), asking, problem }
}
