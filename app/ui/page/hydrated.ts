import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while hydrating, then true. Controls that need JavaScript appear then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
