import { Button } from '../button.tsx'
import { report } from './missing-answer.tsx'
import { Notice } from './notice.tsx'

// Without a connection, the browser would replace the page by an error of its own. The service worker has the bookings.
if (typeof document !== 'undefined')
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (navigator.onLine || !isPlain || !link?.href || link.target !== '' || link.download !== '') return
      const { origin, pathname } = new URL(link.href)
      if (origin !== location.origin || pathname === location.pathname) return
      if (/^\/(my-bookings|booking)(\/|$)/.test(pathname)) return
      event.preventDefault()
      report('offline')
    },
    true,
  )

/** A notice that the server's answer is missing. */
export default function MissingAnswerNotice({
  sentence,
  onRetry,
  onClose,
}: {
  sentence: string
  onRetry: () => void
  onClose: () => void
}) {
  return (
    <div className="missing-answer no-print">
      <Notice tone="bad">
        <p>{sentence}</p>
        <p className="row">
          <Button type="button" small onClick={onRetry}>
            Try Again
          </Button>
          <Button type="button" small variant="text" onClick={onClose}>
            Close
          </Button>
        </p>
      </Notice>
    </div>
  )
}
