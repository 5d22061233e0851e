import { useLocation } from 'react-router'

import { useHydrated } from '../ui/hydrated.ts'

/** The token behind the # of a one-time link; empty where there is none, and on the server, which never sees it. */
export function useLinkToken(): string {
  const { hash } = useLocation()
  return useHydrated() ? hash.slice(1) : ''
}
