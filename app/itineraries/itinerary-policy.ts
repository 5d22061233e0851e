import { policy } from '../accounts/policy.ts'

/** Who may do what with itineraries. Whoever holds the key of one changes it; that needs no session. */
export const itineraryPolicy = {
  own: policy(['visitor'], 'Whoever proved a mail address has their itineraries on every device.'),
  curate: policy(['admin'], 'Only an admin makes, changes, publishes or deletes curated itineraries.'),
}
