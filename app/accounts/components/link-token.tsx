import { useState } from 'react'
import { useLocation } from 'react-router'

import { useHydrated } from '../../ui/hydrated.ts'

/** The token in the fragment of a one-time link; '' without one and on the server. Kept after a refused form loses the fragment. */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const token = useHydrated() ? hash.slice(1) : ''
  const [lastToken, setLastToken] = useState('')
  if (token !== '' && token !== lastToken) setLastToken(token)
  return token || lastToken
}
