/** Returns 'tel:+441632960123' for '01632 960123'. Numbers without a country code are British. */
export function phoneLink(phone: string): string {
  // Drops the zero in '+44 (0)1632', which people dial only within Britain.
  const digits = phone.replace(/\(0\)/, '').replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return `tel:+${digits}`
  return `tel:${digits.startsWith('0') ? `+44${digits.slice(1)}` : digits}`
}
