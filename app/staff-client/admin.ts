/**
 * Admin: somebody who runs the marketplace. Their session is a pair of tokens: `access_token` speaks for them and ends
 * at `expires_at`, `refresh_token` fetches the next pair, once.
 */
export type AdminUser = { id: string; name: string; email: string; two_step: boolean }

export type AdminSession = {
  access_token: string
  refresh_token: string
  /** In ISO form. */
  expires_at: string
  user: AdminUser
}

/** What is still missing when email and password were right. */
export type AdminNeeds =
  | { needs: 'code' }
  /** The app has to be set up first: `secret` typed into it, or `address` as a picture. */
  | { needs: 'two_step'; secret: string; address: string }
