import { type ActionResult, toActionResult, readFormText } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor, staffAreaOf } from '../../staff-client/staff-area.ts'
import { countOf } from '../../platform/text/counts.ts'
import type { signOutApi } from '../../people/sign-in/end-sessions.api.ts'
import type { personApi } from './person.api.ts'
import { formatErased, type UpcomingBooking } from './person.ts'

const personsFor = (request: Request) => apiFor<typeof personApi>(staffAreaOf(request.url), '/api/persons')

const signOuts = apiFor<typeof signOutApi>('admin', '/api/sign_outs')

/** Signs out the owner of an email address, or everybody. Signing out everybody requires the admin's own password. */
export async function signPeopleOut(request: Request, form: FormData): Promise<ActionResult> {
  const json = form.has('everybody')
    ? ({ of: 'everybody', current_password: readFormText(form, 'current_password') } as const)
    : { of: { email: readFormText(form, 'email') } }
  const ended = await resultOf(signOuts.index.$post({ json }))
  const signIns = ended.ok ? countOf(ended.value.sessions, 'sign-in') : ''
  return toActionResult(request, ended, `Signed out: ${signIns}.`)
}

/** Returns everything stored about the owner of the submitted address. */
export async function exportPersonalData(request: Request, form: FormData) {
  const email = readFormText(form, 'email')
  const found = await resultOf(personsFor(request).export.$post({ json: { email } }))
  return { ...toActionResult(request, found, ''), copy: found.ok ? found.value : null }
}

/** The result of an erasure. `upcoming` are the bookings that prevent it. */
export type ErasureResult = ActionResult & { upcoming: UpcomingBooking[] }

/** Erases the owner of the submitted address, if both typed addresses are the same. */
export async function erasePersonalData(request: Request, form: FormData): Promise<ErasureResult> {
  const json = {
    email: readFormText(form, 'email'),
    email_again: readFormText(form, 'email_again'),
    cancel_bookings: form.has('cancel_bookings'),
  }
  const result = await resultOf(personsFor(request).erase.$post({ json }))
  const problem = result.ok ? null : result.problem
  const details = problem?.kind === 'refused' ? problem.body : {}
  return {
    ...toActionResult(request, result, result.ok ? formatErased(result.value) : ''),
    upcoming: (details.bookings ?? []) as UpcomingBooking[],
  }
}

/** Erases the guest of the submitted booking, who gave no email address. */
export async function eraseGuestOfBooking(request: Request, form: FormData): Promise<ActionResult> {
  const json = {
    reference: readFormText(form, 'reference'),
    reference_again: readFormText(form, 'reference_again'),
  }
  const result = await resultOf(personsFor(request).erase_booking.$post({ json }))
  const bookings = countOf(result.ok ? result.value.bookings : 0, 'booking')
  return toActionResult(request, result, `Erased: the guest of ${bookings}.`)
}
