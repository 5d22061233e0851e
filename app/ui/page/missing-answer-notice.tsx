import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

let isWatching = false

/**
 * While there is no connection, calls `report` instead of opening a link: the browser would show its own error page instead of
 * this page. Links still open pages that a service worker has stored.
 */
export function watchLinks(report: () => void): void {
  if (isWatching) return
  isWatching = true
  let stored: string[] = []
  const readScopes = () =>
    void navigator.serviceWorker
      ?.getRegistrations()
      .then((found) => (stored = found.map(({ scope }) => scope)))
  readScopes()
  addEventListener('offline', readScopes)
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      if (navigator.onLine || !isPlain || !link?.href || link.target !== '' || link.download !== '') return
      const { origin, pathname } = new URL(link.href)
      if (origin !== location.origin || pathname === location.pathname) return
      if (stored.some((scope) => link.href.startsWith(scope))) return
      event.preventDefault()
      report()
    },
    true,
  )
}

const sentences = {
  offline: 'No connection just now. Nothing on this page is lost.',
  failed: 'That didn’t work just now. Nothing on this page is lost.',
}

/** A notice that the server's answer is missing. */
export default function MissingAnswerNotice({
  kind,
  onRetry,
  onClose,
}: {
  kind: keyof typeof sentences
  onRetry: () => void
  onClose: () => void
}) {
  return (
    <div className="missing-answer no-print">
      <Notice tone="bad">
        <p>{sentences[kind]}</p>
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
