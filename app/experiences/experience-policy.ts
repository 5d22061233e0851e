import { policy } from '../accounts/policy.ts'

/** Who may do what with experiences and hosts. Everybody may read active experiences of visible vineyards. */
export const experiencePolicy = {
  write: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff write its experiences and hosts; admins do so for all.",
  ),
  readKinds: policy(
    ['admin'],
    'What kinds of experiences there are, off and hidden ones too, only admins read.',
  ),
  readHosts: policy(['winemaker', 'admin'], "Hosts are read by their vineyard's own staff and by admins."),
}
