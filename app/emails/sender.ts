/** 'bookings@example.com' of 'Chalk & Vine <bookings@example.com>' */
export function addressOf(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender
}
