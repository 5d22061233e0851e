import { useState } from 'react'
import { useLocation } from 'react-router'

import { useHydrated } from '../../ui/hydrated.ts'

/**
 * The token behind the # of a one-time link; empty where there is none, and on the server, which never sees it. A form
 * that was sent and refused has no # in its address any more: the token stays, so that it can be sent once more.
 */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const told = useHydrated() ? hash.slice(1) : ''
  const [kept, keep] = useState('')
  if (told !== '' && told !== kept) keep(told)
  return told || kept
}
