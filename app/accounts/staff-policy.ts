import { policy } from './policy.ts'

/** Who runs the marketplace as a whole. */
export const staffPolicy = {
  run: policy(['admin'], 'Only admins see the marketplace as a whole.'),
}
