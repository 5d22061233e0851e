import { useState } from 'react'
import { useLocation } from 'react-router'

import { useHydrated } from '../../ui/hydrated.ts'

/** The token in the fragment of a one-time link, also after a refused form lost it; '' without one and on the server. */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const token = useHydrated() ? hash.slice(1) : ''
  const [lastToken, setLastToken] = useState('')
  if (token !== '' && token !== lastToken) setLastToken(token)
  return token || lastToken
}
