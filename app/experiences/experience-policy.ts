import { policy } from '../accounts/policy.ts'

/** Who may do what with experiences and hosts. Everybody may read active experiences of visible vineyards. */
export const experiencePolicy = {
  write: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff edit its experiences and hosts; admins edit all.",
  ),
  readKinds: policy(
    ['admin'],
    'Only admins list the kinds of all experiences, including those off sale or hidden.',
  ),
  readHosts: policy(['winemaker', 'admin'], "A vineyard's own staff read its hosts; admins read all."),
}
