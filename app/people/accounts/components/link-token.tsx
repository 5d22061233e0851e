import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { call } from '../../../staff-client/call.ts'
import { useHydrated } from '../../../ui/page/hydrated.ts'
import type { LinkHolder } from '../one-time-link.server.ts'

/**
 * Returns the token in the fragment of a one-time link. The token stays after a refused form. Returns an empty text on
 * the server and if there is no token.
 */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const token = useHydrated() ? hash.slice(1) : ''
  const [lastToken, setLastToken] = useState('')
  if (token !== '' && token !== lastToken) setLastToken(token)
  return token || lastToken
}

/**
 * Shows the name of the person whom a link is for, once the API has answered. The email contains no name, because
 * strangers can request a link.
 */
export function LinkedTo({ token, what }: { token: string; what: string }) {
  const [holder, setHolder] = useState<LinkHolder | null>(null)
  useEffect(() => {
    if (token === '') return
    void call<LinkHolder>('links/read', { method: 'POST', body: { token } }).then((read) => {
      if (read.ok) setHolder(read.value)
    })
  }, [token])
  // An empty line holds the space, so that the button below does not move while somebody presses it.
  if (holder === null) return <p>&nbsp;</p>
  return <LinkHolderLine holder={holder} what={what} />
}

/** The name of the person whom a link is for, and of the vineyard. */
export function LinkHolderLine({ holder, what }: { holder: LinkHolder; what: string }) {
  return (
    <p>
      {what} <strong>{holder.name}</strong>
      {holder.vineyard_name && `, ${holder.vineyard_name}`}
    </p>
  )
}
