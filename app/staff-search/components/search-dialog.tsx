import { useLayoutEffect, useState } from 'react'

import { Dialog } from '../../ui/dialog.tsx'
import { SearchEverywhere } from './search-everywhere.tsx'

/** The search over any page: Control or Command with K opens it, and so does the button. */
export function SearchDialog() {
  const [open, setOpen] = useState(false)

  // In the moment the page is there: who sees it and is fast would press for nothing otherwise.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Find anything">
      {open && <SearchEverywhere label="Search for" onLeave={() => setOpen(false)} />}
    </Dialog>
  )
}
