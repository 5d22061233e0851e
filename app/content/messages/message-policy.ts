import { policy } from '../../people/sign-in/policy.ts'

/** Anyone can send a message. Admins work on messages. */
export const messagePolicy = {
  run: policy(['admin'], 'Only admins read, assign and answer messages.'),
}
