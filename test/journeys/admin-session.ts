/** Returns the value of `admin_session` in the local storage of a signed-in admin. */
export function adminSession({
  token,
  id = '',
  refresh_token = '',
}: {
  token: string
  id?: string
  refresh_token?: string
}): string {
  return JSON.stringify({
    access_token: token,
    refresh_token,
    expires_at: '2100-01-01T00:00:00.000Z',
    user: { id, name: 'Addie Min', email: 'addie@example.com', two_step: false },
  })
}
