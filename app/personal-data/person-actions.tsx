import { type ActionResult, toActionResult, textIn } from '../staff-client/action-result.tsx'
import { resultOf } from '../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../staff-client/staff-area.ts'
import { sayErased } from './stored-data.ts'
import type { personApi } from './person.api.ts'
import { type BookingToCome, isTypedAgain, notTypedAgain } from './person.ts'

const personsAt = (request: Request) => apiFor<typeof personApi>(staffAreaOf(request.url), '/api/persons')

/** Looks up what is kept about the person behind the address that was typed. */
export async function lookUp(request: Request, form: FormData) {
  const email = textIn(form, 'email')
  const found = await resultOf(personsAt(request).export.$post({ json: { email } }))
  return { ...toActionResult(request, found, ''), copy: found.ok ? found.value : null }
}

/** What came of forgetting somebody; `to_come` are the bookings that stand in the way. */
export type Erasure = ActionResult & { to_come: BookingToCome[] }

/** Forgets the person behind the address, once it was typed a second time. */
export async function erasePersonalData(request: Request, form: FormData): Promise<Erasure> {
  const [email, email_again] = [textIn(form, 'email'), textIn(form, 'email_again')]
  // The API asks the same, which another caller has to pass as well.
  if (!isTypedAgain(email_again, email))
    return {
      said: notTypedAgain,
      failed: true,
      fields: { email_again: notTypedAgain },
      problem: null,
      undo: null,
      to_come: [],
    }
  const json = { email, email_again, cancel_bookings: form.has('cancel_bookings') }
  const done = await resultOf(personsAt(request).erase.$post({ json }))
  const problem = done.ok ? null : done.problem
  const said = problem?.kind === 'refused' ? problem.said : {}
  return {
    ...toActionResult(request, done, done.ok ? sayErased(done.value) : ''),
    to_come: (said.bookings ?? []) as BookingToCome[],
  }
}
