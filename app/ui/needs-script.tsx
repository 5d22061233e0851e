import { Notice } from './notice.tsx'

/** What staff without JavaScript see in place of their pages, which are all drawn by it. */
export function StaffNeedsScript() {
  return (
    <noscript>
      <Notice tone="info">The staff area needs JavaScript, which is switched off in this browser.</Notice>
    </noscript>
  )
}
