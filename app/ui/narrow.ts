import { useEffect, useEffectEvent, useState } from 'react'

/** Up to here the style sheets fold what stands side by side on a wide screen. */
const narrow = '(max-width: 61.99rem)'

/**
 * Whether the screen is narrow. The first render is the server's, which does not know: `onNarrow` is told once it
 * turns out to be, while what was drawn for a wide one still stands.
 */
export function useNarrow(onNarrow: () => void): boolean {
  const [isNarrow, setNarrow] = useState(false)
  const becameNarrow = useEffectEvent(onNarrow)
  useEffect(() => {
    const query = matchMedia(narrow)
    const look = () => {
      if (query.matches) becameNarrow()
      setNarrow(query.matches)
    }
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return isNarrow
}
