import { policy } from '../../people/sign-in/policy.ts'

/** Who may export or erase the data that is stored about a person. */
export const personPolicy = {
  run: policy(['admin'], 'Only admins export or erase the stored data of a person.'),
}
