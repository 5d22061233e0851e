import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { LoginForm, LoginPage, LoginSkeleton } from '../../../staff-client/login-page.tsx'
import { linkSentences } from '../../../staff-client/sign-in-sentences.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { pageHead } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import type { readLogin } from '../page-after-sign-in.tsx'

const areas = {
  winemaker: {
    title: 'Winemaker sign-in',
    staff: 'For the staff of a vineyard',
    description: 'Sign in to manage your vineyard.',
    path: href('/winemaker/login'),
  },
  admin: {
    title: 'Admin sign-in',
    staff: 'For those who run the marketplace',
    description: 'Sign in to run the marketplace.',
    path: href('/login'),
  },
} as const

export function loginMeta(area: StaffArea, matches: Parameters<typeof pageHead>[0]['matches']) {
  const { title, description, path } = areas[area]
  return pageHead({ title, description, path, robots: 'noindex', matches })
}

export function StaffLoginSkeleton({ area }: { area: StaffArea }) {
  return <LoginSkeleton staff={areas[area].staff} title={areas[area].title} />
}

/** The page on which staff sign in to an area. The form is its content. */
export function StaffLoginPage({
  area,
  title,
  ...page
}: { area: StaffArea; title?: string | undefined } & Omit<
  Parameters<typeof LoginPage>[0],
  'staff' | 'title'
>) {
  return <LoginPage staff={areas[area].staff} title={title ?? areas[area].title} {...page} />
}

/** The sign-in form with email and password. If `secondStep` is given, it replaces these fields. */
export function StaffLogin({
  area,
  title,
  login,
  hasAnswer,
  problem,
  unsent = 0,
  hint,
  secondStep,
}: {
  area: StaffArea
  title?: string | undefined
  login: ReturnType<typeof readLogin> | undefined
  /** Whether the form was already sent, so that the message from the URL is out of date. */
  hasAnswer: boolean
  problem: string | undefined
  /** The number of unsent entries of Today on this device. */
  unsent?: number | undefined
  hint?: ReactNode
  secondStep?: ReactNode
}) {
  const message = login?.is_set
    ? linkSentences.set
    : login?.has_ended && !hasAnswer
      ? linkSentences.ended
      : undefined
  return (
    <StaffLoginPage
      area={area}
      title={title}
      problem={problem}
      news={message}
      foot={
        <>
          <p>
            <Link to={href('/forgotten-password')}>Forgotten your password?</Link>
          </p>
          {hint}
        </>
      }
    >
      {unsent > 0 && (
        <Notice tone="wait">
          <strong>{countOf(unsent, 'entry', 'entries')} from Today not sent yet.</strong>{' '}
          {unsent === 1
            ? 'Only the person who made it can send it'
            : 'Only the people who made them can send them'}
          , by signing in on this device.
        </Notice>
      )}
      <LoginForm label="Sign in" busyLabel="Signing in …">
        <div hidden={secondStep !== undefined} className="stack">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={1000}
          />
        </div>
        {secondStep}
      </LoginForm>
    </StaffLoginPage>
  )
}
