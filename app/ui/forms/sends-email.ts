import { useRouteLoaderData } from 'react-router'

/** The body attribute that tells browser code that no email is sent. */
export const noEmail = { 'data-no-email': '' }

/** Returns whether this site sends email; true if the data of the root route could not be read. */
export function useSendsEmail(): boolean {
  return useRouteLoaderData<{ sends_email: boolean }>('root')?.sends_email ?? true
}
