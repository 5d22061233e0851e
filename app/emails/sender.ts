/** Returns 'bookings@example.com' of 'Chalk & Vine <bookings@example.com>'. */
export function senderAddress(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender
}
