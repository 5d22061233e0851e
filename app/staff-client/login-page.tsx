import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../ui/button.tsx'
import { Form } from '../ui/forms/form.tsx'
import { useHydrated } from '../ui/page/hydrated.ts'
import { Notice, StaffNeedsScript } from '../ui/page/notice.tsx'
import { Skeleton, SkeletonBlocks } from '../ui/page/skeleton.tsx'
import './login.css'

/** The layout of every login: title, messages, form and other links. */
export function LoginPage({
  staff,
  title,
  problem,
  news,
  needsScript = true,
  children,
  foot,
}: {
  /** The name of the staff area, which is shown above the title. */
  staff?: string
  title: string
  problem?: string | undefined
  /** A message about a success, which is shown at the top. */
  news?: ReactNode
  /** Whether the page works only with JavaScript. */
  needsScript?: boolean
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
          needsScript && (
            <noscript>
              <Notice tone="info">This page needs JavaScript, which is switched off in this browser.</Notice>
            </noscript>
          )
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

/**
 * A sign-in form whose button waits for JavaScript, so that the browser never submits a password on its own. With
 * `worksWithoutScript`, browsers without JavaScript get a button too.
 */
export function LoginForm({
  children,
  label,
  busyLabel,
  worksWithoutScript = false,
}: {
  children: ReactNode
  label: string
  busyLabel: string
  worksWithoutScript?: boolean
}) {
  const hydrated = useHydrated()
  const sending = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="stack">
      {children}
      {/* The first button, which Enter presses, must not be a disabled one. */}
      {worksWithoutScript && (
        <noscript>
          <Button variant="primary" wide>
            {label}
          </Button>
        </noscript>
      )}
      <Button
        variant="primary"
        wide
        disabled={!hydrated || sending}
        {...(worksWithoutScript && { className: 'needs-script' })}
      >
        {sending ? busyLabel : label}
      </Button>
    </Form>
  )
}

/** The placeholder of a staff login while the sign-in is checked. Without JavaScript, it is never replaced. */
export function LoginSkeleton({ staff, title }: { staff: string; title: string }) {
  return (
    <LoginPage staff={staff} title={title}>
      <Skeleton label="Loading the sign-in page" className="needs-script stack">
        <SkeletonBlocks shapes={['field', 'field', 'button']} />
      </Skeleton>
    </LoginPage>
  )
}
