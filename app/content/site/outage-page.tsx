import { renderToStaticMarkup } from 'react-dom/server'

import { formatMoment } from '../../platform/days.ts'
import { withoutScripts } from '../../platform/http/without-scripts.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { withoutLive } from '../../ui/page/live.tsx'
import { Notice } from '../../ui/page/notice.tsx'

const main = /<main\b[^<>]*>/

/**
 * Prepares a cached page for a time without the database. Adds a note, and removes the live parts and the scripts that would
 * add them again.
 */
export function toOutagePage(html: string, made_at: Date): string {
  const note = renderToStaticMarkup(
    <div className="wrap outage">
      <Notice tone="wait">
        <p>
          <strong>Free places can’t be shown right now.</strong>
        </p>
        <p>
          This page is from {formatMoment(made_at.toISOString())}. Days, times and booking will be back
          shortly, and your bookings are safe.
        </p>
        <p>
          <ButtonAnchor small href="">
            Try Again
          </ButtonAnchor>
        </p>
      </Notice>
    </div>,
  )
  return withoutScripts(withoutLive(html)).replace(main, (start) => start + note)
}
