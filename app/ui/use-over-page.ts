import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What lies over the whole page, open or not. The way back closes it, as people with a phone expect: for that it has an
 * entry of the history, with the page's address, which goes when it is closed in another way. What is chosen in it
 * replaces this entry, so that all of it is one step. `onBack` is told when the way back has closed it.
 */
export function useOverPage(onBack: () => void) {
  const [isOpen, setOpen] = useState(false)
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
      // The router's own marks stay, so that it knows where it is.
      history.pushState({ ...history.state, over_page: true }, '')
      setOpen(true)
    },
    /** Where something is still to be put into its entry, that stays. */
    close: (takeEntry: boolean) => {
      setOpen(false)
      if (takeEntry && history.state?.over_page) history.back()
    },
  }
}
