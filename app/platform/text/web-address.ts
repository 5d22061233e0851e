/** Whether an address names a user, as `https://shop.example@evil.example` does, which leads elsewhere than it reads. */
export function namesUser(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}
