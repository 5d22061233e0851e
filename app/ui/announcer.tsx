import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a client navigation, says the new page's title, as a browser does after a full load. */
export function Announcer() {
  const { pathname } = useLocation()
  const first = useRef(true)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    const timer = setTimeout(() => setTitle(document.title), 100)
    return () => clearTimeout(timer)
  }, [pathname])

  return (
    <div className="sr" role="status" aria-live="polite">
      {title}
    </div>
  )
}
