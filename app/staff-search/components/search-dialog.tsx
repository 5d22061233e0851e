import { useLayoutEffect, useState } from 'react'

import { Dialog } from '../../ui/dialog.tsx'
import { SearchEverywhere } from './search-everywhere.tsx'

/** The search dialog of all staff pages, opened by Control or Command with K. */
export function SearchDialog() {
  const [open, setOpen] = useState(false)

  // A layout effect, so that the keys work as soon as the page is visible.
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
