import { policy } from '../people/policy.ts'

/** Who may do what with itineraries. Whoever holds the key of one changes it; that needs no session. */
export const itineraryPolicy = {
  curate: policy(['admin'], 'Only an admin makes, changes, publishes or deletes curated itineraries.'),
}
