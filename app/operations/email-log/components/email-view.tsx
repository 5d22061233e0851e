import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { colours, darkRules, narrowRules } from '../../../mail/email-colours.ts'
import { EmailSheet, type ShownEmail } from '../../../mail/email-layout.tsx'

/**
 * Shows an email as its reader sees it, in a sandboxed frame. The frame is built from the email's parts, because our content
 * security policy forbids HTML strings, and allows inline styles only if a script sets them.
 */
export function EmailView({ email, site_url, dark }: { email: ShownEmail; site_url: string; dark: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const fit = new ResizeObserver(([{ target } = {}]) => {
      if (target) current.height = String(target.scrollHeight)
    })
    const prepare = () => {
      const page = current.contentDocument
      if (!page) return
      addStyles(page, dark)
      fit.observe(page.body)
      setBody(page.body)
    }
    prepare()
    // Some browsers replace the empty document once the frame has loaded, so it is then filled again.
    current.addEventListener('load', prepare)
    return () => {
      current.removeEventListener('load', prepare)
      fit.disconnect()
    }
  }, [dark])

  return (
    <>
      <iframe
        ref={frame}
        className="email-view"
        title={`The email in ${dark ? 'dark' : 'light'} mode`}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      />
      {body && createPortal(<EmailSheet email={email} site_url={site_url} />, body)}
    </>
  )
}

function addStyles(page: Document, dark: boolean): void {
  const view = page.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  const rules = new view.CSSStyleSheet()
  rules.replaceSync(`${dark ? darkRules : ''}${narrowRules}`)
  page.adoptedStyleSheets = [rules]
  page.documentElement.lang = 'en-GB'
  page.body.className = 'bg-page'
  Object.assign(page.body.style, { margin: '0', backgroundColor: colours.page[0] })
  // Links in the email open in a new tab.
  const base = page.createElement('base')
  base.target = '_blank'
  page.head.replaceChildren(base)
}
