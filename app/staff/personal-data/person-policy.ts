import { policy } from '../../people/sign-in/policy.ts'

/** The right to what is stored about a person. */
export const personPolicy = {
  run: policy(['admin'], 'Only admins export or erase the stored data of a person.'),
}
