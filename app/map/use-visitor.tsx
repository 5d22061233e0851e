import type { Map as Canvas } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { Position } from '../vineyards/position.ts'
import { askLocation, locationSentences } from '../search/geolocation.ts'
import { closeUp, isWithin, mapBounds } from '../search/map-pins.ts'

type Heard = { round: number; visitor: Position | null; trouble: string | null }

/**
 * Where the visitor is, asked when the map opens, unless that `isKnown`, and whenever `ask` is called: the map flies there,
 * unless somebody has taken it in hand meanwhile. What went wrong is a sentence to show on the map.
 */
export function useVisitor(map: Canvas, isKnown: boolean) {
  const [round, setRound] = useState(isKnown ? 0 : 1)
  const [heard, setHeard] = useState<Heard>({ round: 0, visitor: null, trouble: null })

  useEffect(() => {
    if (round === 0) return
    let [current, taken] = [true, false]
    const take = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) taken = true
    }
    map.on('movestart', take)
    void askLocation().then((answer) => {
      map.off('movestart', take)
      if (!current) return
      const trouble = !answer.ok ? answer.problem : isWithin(answer.value, mapBounds) ? null : 'elsewhere'
      if (trouble !== null || !answer.ok)
        return setHeard((before) => ({ ...before, round, trouble: locationSentences[trouble ?? 'failed'] }))
      const visitor = answer.value
      setHeard({ round, visitor, trouble: null })
      // Whoever asks for less motion is taken there at once: the map sees to that itself.
      if (!taken)
        map.flyTo({ center: [visitor.longitude, visitor.latitude], ...closeUp }, { toVisitor: true })
    })
    return () => {
      current = false
    }
  }, [map, round])

  const asking = heard.round !== round
  return {
    visitor: heard.visitor,
    trouble: asking ? null : heard.trouble,
    asking,
    ask: () => setRound(round + 1),
    dismiss: () => setHeard({ ...heard, trouble: null }),
  }
}
