/** A password as it is hashed, however the keyboard composed its letters. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC')
}
