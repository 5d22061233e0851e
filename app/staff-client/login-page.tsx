import { type ReactNode, useEffect, useRef } from 'react'

import { Notice, StaffNeedsScript } from '../ui/notice.tsx'
import './login.css'

/** The narrow panel of every sign-in: what it is, what went wrong, the form, and the ways round it. */
export function LoginPage({
  staff,
  title,
  problem,
  news,
  children,
  foot,
}: {
  /** Above the title: whose door it is. */
  staff?: string
  title: string
  problem?: string | undefined
  /** What has just happened, said before anything else. */
  news?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) notice.current?.focus()
  }, [problem])
  return (
    <div className="wrap page">
      <div className="login">
        {staff && <p className="soft small">{staff}</p>}
        <h1>{title}</h1>
        {staff ? (
          <StaffNeedsScript />
        ) : (
          <noscript>
            <Notice tone="info">Signing in needs JavaScript, which is switched off in this browser.</Notice>
          </noscript>
        )}
        {news && (
          <Notice tone="good" role="status">
            {news}
          </Notice>
        )}
        {problem && (
          <div ref={notice} tabIndex={-1}>
            <Notice tone="bad">{problem}</Notice>
          </div>
        )}
        {children}
        {foot && <div className="login-foot">{foot}</div>}
      </div>
    </div>
  )
}
