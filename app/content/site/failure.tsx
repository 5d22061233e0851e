import { isRouteErrorResponse } from 'react-router'

import { isConnectionLost } from '../../platform/connection-lost.ts'
import { unlistedHead } from '../../ui/page/head.ts'

/** An object that a page may throw instead of a plain message: `throw data({ title, message, to, label }, { status })` */
export type PageRefusal = {
  message: string
  /** The heading; defaults to the message. */
  title?: string
  /** The target of the link, from `href()`, and its label. */
  to?: string
  label?: string
  /** The fields of a form that could not be handled, so that the error screen can send them again */
  typed?: [string, string][] | null
}

export type Failure =
  | { kind: 'not-found' }
  | { kind: 'refused'; refusal: PageRefusal }
  | { kind: 'failed' }
  | { kind: 'offline' }

/** Returns what to show for a thrown error: its own message, the 404 screen, a lost connection, or "Something went wrong." */
export function failureOf(error: unknown): Failure {
  if (!isRouteErrorResponse(error)) return { kind: isConnectionLost(error) ? 'offline' : 'failed' }
  // The text of a 5xx error comes from a proxy or library, unless a page has thrown an object.
  const refusal = error.status >= 500 && typeof error.data === 'string' ? null : refusalIn(error.data)
  if (refusal) return { kind: 'refused', refusal }
  return error.status === 404 ? { kind: 'not-found' } : { kind: 'failed' }
}

function refusalIn(thrown: unknown): PageRefusal | null {
  // The router's own messages, for example about a wrong method, start with 'Error: '. They are meant for developers.
  if (typeof thrown === 'string')
    return thrown === '' || thrown.startsWith('Error: ') ? null : { message: thrown }
  if (typeof thrown !== 'object' || thrown === null) return null
  return 'message' in thrown && typeof thrown.message === 'string' ? (thrown as PageRefusal) : null
}

/** Returns the heading of a failure's screen. */
export function headingOf(failure: Failure): string {
  if (failure.kind === 'refused') return failure.refusal.title ?? failure.refusal.message
  if (failure.kind === 'offline') return 'No connection just now.'
  return failure.kind === 'not-found' ? 'Oops! Page not found' : 'Something went wrong.'
}

/** Returns the head of an error screen, with noindex. */
export const failureHead = (failure: Failure) => unlistedHead(headingOf(failure).replace(/\.$/, ''))
