import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { colours, darkRules, narrowRules } from '../../emails/email-colours.ts'
import { EmailSheet, type Sheet } from '../../emails/email-sheet.tsx'

/**
 * A letter as its reader sees it, in a document of its own where nothing runs and nothing is fetched. It is drawn from its
 * parts, as its HTML is: our pages make no markup of text, and of inline styles their policy allows what scripts set.
 */
export function EmailView({
  letter: email,
  site_url,
  dark,
}: {
  letter: Sheet
  site_url: string
  dark: boolean
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const fit = new ResizeObserver(([{ target } = {}]) => {
      if (target) current.height = String(target.scrollHeight)
    })
    const take = () => {
      const page = current.contentDocument
      if (!page) return
      furnish(page, dark)
      fit.observe(page.body)
      setBody(page.body)
    }
    take()
    // Some browsers put another empty document in its place once it is loaded.
    current.addEventListener('load', take)
    return () => {
      current.removeEventListener('load', take)
      fit.disconnect()
    }
  }, [dark])

  return (
    <>
      <iframe
        ref={frame}
        className="letter-view"
        title={`The letter, ${dark ? 'in the dark' : 'as it looks'}`}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      />
      {body && createPortal(<EmailSheet letter={email} site_url={site_url} />, body)}
    </>
  )
}

function furnish(page: Document, dark: boolean): void {
  const view = page.defaultView as (Window & typeof globalThis) | null
  if (!view) return
  const rules = new view.CSSStyleSheet()
  rules.replaceSync(`${dark ? darkRules : ''}${narrowRules}`)
  page.adoptedStyleSheets = [rules]
  page.documentElement.lang = 'en-GB'
  page.body.className = 'bg-page'
  Object.assign(page.body.style, { margin: '0', backgroundColor: colours.page[0] })
  // A link opens beside the staff's page, as it does beside a reader's mail.
  const base = page.createElement('base')
  base.target = '_blank'
  page.head.replaceChildren(base)
}
