import type { bookingApi } from '../../bookings/booking.api.ts'
import { readPounds } from '../../platform/read-pounds.ts'
import {
  type ActionResult,
  readFormText,
  toActionResult,
  ifEmailed,
} from '../../staff-client/action-result.tsx'
import type { WinemakerRole } from '../../staff-client/account-types.ts'
import { resultOf } from '../../staff-client/call.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import type { setupApi } from './setup.api.ts'
import type { Setup } from './setup.server.ts'
import { optionalSteps, type SetupStep } from './setup.ts'

export const setupOfVineyard = apiFor<typeof setupApi>('winemaker', '/api/setup')

/** The data that the winemakers' layout passes to its pages. `setup` is null for staff at the gate, who have no guided start. */
export type DashboardContext = {
  setup: Setup | null
  role: WinemakerRole
}

/** Runs the action of a form of the guided start. Returns null if the form belongs to another part of the page. */
export async function actOnSetup(request: Request, form: FormData): Promise<ActionResult | null> {
  const text = (name: string) => readFormText(form, name)
  switch (form.get('setup')) {
    case 'experience': {
      const json = {
        title: text('title'),
        price_per_person:
          readPounds(text('price_per_person')) ?? Number(text('price_per_person') || Number.NaN),
        days_of_week: form.getAll('days_of_week').map(Number),
        start_time: text('start_time'),
        // An empty field or a text that is not a number becomes NaN, which the API refuses with a sentence.
        capacity: Number(text('capacity') || Number.NaN),
      }
      const added = await resultOf(setupOfVineyard.experience.$post({ json }))
      return toActionResult(request, added, `${json.title} is on sale.`)
    }
    case 'test_booking': {
      const made = await resultOf(setupOfVineyard.test_booking.$post())
      const message = `The test booking is made. ${ifEmailed('You get the email that a guest would get.')}`
      return toActionResult(request, made, message)
    }
    case 'cancel_test': {
      const bookings = apiFor<typeof bookingApi>('winemaker', '/api/bookings')
      const cancelled = await resultOf(
        bookings[':id'].status.$post({ param: { id: text('id') }, json: { status: 'cancelled' } }),
      )
      const message = 'The test booking is cancelled, and its places are free again.'
      return toActionResult(request, cancelled, message)
    }
    case 'skip':
    case 'resume': {
      const step = optionalSteps.find((each: SetupStep) => each === form.get('step'))
      if (!step) return null
      const json = { step, is_skipped: form.get('setup') === 'skip' }
      const skipped = await resultOf(setupOfVineyard.skipped.$put({ json }))
      return toActionResult(
        request,
        skipped,
        json.is_skipped ? 'Step skipped.' : 'The step is back on your list.',
      )
    }
    default:
      return null
  }
}
