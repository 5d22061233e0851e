import { data, href, redirect } from 'react-router'

import type { CallProblem } from '../people/call.ts'
import { isSignedOut, problemSentence } from '../people/call.ts'

type Door = 'winemaker' | 'admin'

/** Sends somebody who is not signed in to the door, which sends them back to where they were going. */
export function toTheDoor(door: Door, request: Pick<Request, 'url'>, { ended = false } = {}): Response {
  const { pathname, search } = new URL(request.url)
  const asked = new URLSearchParams({ from: pathname + search, ...(ended && { ended: '' }) })
  return redirect(`${door === 'admin' ? href('/login') : href('/winemaker/login')}?${asked}`)
}

/** What a page throws when a call of its loader failed: off to the door where the session has ended, else a sentence. */
export function failed(door: Door, request: Pick<Request, 'url'>, problem: CallProblem) {
  if (isSignedOut(problem)) return toTheDoor(door, request, { ended: true })
  return data({ message: problemSentence(problem) }, { status: 503 })
}
