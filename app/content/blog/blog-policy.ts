import { policy } from '../../people/sign-in/policy.ts'

/** Anyone can read published posts; admins also read drafts and scheduled ones. */
export const blogPolicy = {
  write: policy(['admin'], 'Only admins write, schedule and delete posts.'),
}
