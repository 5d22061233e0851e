import { renderToStaticMarkup } from 'react-dom/server'

import { formatMoment } from '../platform/days.ts'
import { ButtonAnchor } from '../ui/button.tsx'
import { withoutLive } from '../ui/live.tsx'
import { Notice } from '../ui/notice.tsx'

const script = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs
const main = /<main\b[^>]*>/

/**
 * A kept page as it goes out while the database is away: with a note, and without what only the database knows. It has no
 * scripts either, which would put that back: every visitor's page works without, and each link then leads to a page that may be kept.
 */
export function toOutagePage(html: string, made_at: Date): string {
  const note = renderToStaticMarkup(<Note made_at={made_at} />)
  return withoutLive(html)
    .replaceAll(script, '')
    .replace(main, (start) => start + note)
}

function Note({ made_at }: { made_at: Date }) {
  return (
    <div className="wrap away">
      <Notice tone="wait">
        <p>
          <strong>Free places can not be shown just now.</strong>
        </p>
        <p>
          This page is as it was on {formatMoment(made_at.toISOString())}. Days, times and booking are back in
          a little while, and whatever you have booked stands.
        </p>
        <p>
          <ButtonAnchor small href="">
            Try Again
          </ButtonAnchor>
        </p>
      </Notice>
    </div>
  )
}
