import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** The width up to which style sheets use one column. */
const narrow = '(max-width: 61.99rem)'

/** Returns whether the screen is narrow; false in the first render. Calls `onNarrow` if the screen is or becomes narrow. */
export function useNarrow(onNarrow: () => void): boolean {
  const [isNarrow, setNarrow] = useState(false)
  const becameNarrow = useEffectEvent(onNarrow)
  useEffect(() => {
    const query = matchMedia(narrow)
    const update = () => {
      if (query.matches) becameNarrow()
      setNarrow(query.matches)
    }
    update()
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return isNarrow
}

/**
 * Returns the state of an overlay that Back closes, as users of phones expect. The overlay has its own history entry with the
 * page's URL; choices in the overlay replace this entry. `onBack` is called after Back has closed the overlay.
 */
export function useOverPage(onBack: () => void) {
  const [isOpen, setOpen] = useState(false)
  const isRemoving = useRef(false)
  const wentBack = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const pop = () => {
      setOpen(false)
      wentBack()
    }
    addEventListener('popstate', pop)
    return () => removeEventListener('popstate', pop)
  }, [isOpen])
  return {
    isOpen,
    open: () => {
      if (isOpen) return
      const show = () => {
        // Keeps the router's own state, which it needs to know its position.
        history.pushState({ ...history.state, over_page: true }, '')
        setOpen(true)
      }
      // Browsers go back some time after the call, and would then remove the entry of an overlay that opened meanwhile.
      if (isRemoving.current) addEventListener('popstate', show, { once: true })
      else show()
    },
    /** Closes the overlay. Without `removeEntry`, its history entry stays, so that a navigation can replace the entry. */
    close: (removeEntry: boolean) => {
      setOpen(false)
      if (!removeEntry || !history.state?.over_page) return
      isRemoving.current = true
      addEventListener('popstate', () => (isRemoving.current = false), { once: true })
      history.back()
    },
  }
}
