import { hash } from 'node:crypto'

import type { Id } from '../ids.ts'

/** Returns an id that is the same for the same text, for requests whose idempotency key follows from their content. */
export function idFrom(text: string): Id {
  const digits = hash('sha256', text)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20)]
  return [...parts, digits.slice(20, 32)].join('-') as Id
}
