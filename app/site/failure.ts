import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'

import { siteName } from '../ui/head.ts'

/** What a page may throw beside a plain sentence: `throw data({ title, message, to, label }, { status })`. */
export type PageRefusal = {
  message: string
  /** The heading; without one the message is it. */
  title?: string
  /** Where to go on, from `href()`, and what the link there says. */
  to?: string
  label?: string
}

export type Failure = { kind: 'not-found' } | { kind: 'refused'; refusal: PageRefusal } | { kind: 'failed' }

/**
 * What to show for something a page threw: its own words if it brought any, the 404 screen for a 404 without words, and
 * "Something went wrong." for everything nobody foresaw.
 */
export function failureOf(error: unknown): Failure {
  if (!isRouteErrorResponse(error)) return { kind: 'failed' }
  // Words that come with a failure of the server are a proxy's or a library's, unless a page put them in an object.
  const refusal = error.status >= 500 && typeof error.data === 'string' ? null : refusalIn(error.data)
  if (refusal) return { kind: 'refused', refusal }
  return error.status === 404 ? { kind: 'not-found' } : { kind: 'failed' }
}

function refusalIn(thrown: unknown): PageRefusal | null {
  // The router's own refusals, such as a wrong method, begin so and are written for developers.
  if (typeof thrown === 'string')
    return thrown === '' || thrown.startsWith('Error: ') ? null : { message: thrown }
  if (typeof thrown !== 'object' || thrown === null) return null
  return 'message' in thrown && typeof thrown.message === 'string' ? (thrown as PageRefusal) : null
}

/** The heading of a failure's screen. */
export function headingOf(failure: Failure): string {
  if (failure.kind === 'refused') return failure.refusal.title ?? failure.refusal.message
  return failure.kind === 'not-found' ? 'Oops! Page not found' : 'Something went wrong.'
}

/** What stands in the head of a failure's screen: it is not to be found again. */
export function failureHead(failure: Failure): MetaDescriptor[] {
  return [
    { title: `${headingOf(failure).replace(/\.$/, '')} · ${siteName}` },
    { name: 'robots', content: 'noindex' },
  ]
}
