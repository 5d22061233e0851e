import { policy } from '../../people/sign-in/policy.ts'

/**
 * The guided start: the steps from a new account to the first bookable slot. The vineyard's data decides whether a step is
 * done; optional steps can also be skipped.
 */
export const setupSteps = ['page', 'experience', 'times', 'test_booking', 'tell_people'] as const
export type SetupStep = (typeof setupSteps)[number]

export const optionalSteps = ['page', 'test_booking', 'tell_people'] as const satisfies SetupStep[]
type OptionalStep = (typeof optionalSteps)[number]

export const setupStates = ['done', 'skipped', 'open'] as const
export type SetupState = (typeof setupStates)[number]

export const setupPolicy = {
  run: policy(
    ['owner', 'manager'],
    'The owners and managers of a vineyard see the steps of its guided start, and complete them.',
  ),
}

/** The parts of a vineyard's page that the guided start asks for. */
export const pageParts = ['description', 'picture', 'contact'] as const
export type PagePart = (typeof pageParts)[number]

/** The guest's name in a test booking, and the external reference that identifies test bookings. */
export const testBooking = { guest_name: 'Test booking', external_reference: 'test booking' } as const

/** The initial values of the first experience and its times. Weekdays are numbers, from 1 for Monday (ISO 8601). */
export const firstExperienceDefaults = {
  duration_minutes: 60,
  days_of_week: [6, 7],
  start_time: '11:00',
  capacity: 8,
  booking_cutoff_minutes: 120,
  cancellation_cutoff_minutes: 1440,
} as const

export function isOptional(step: SetupStep): step is OptionalStep {
  return optionalSteps.some((each) => each === step)
}

/** Returns the number of steps that are done or skipped, and the number of all steps. */
export function setupProgress(steps: readonly { state: SetupState }[]): { settled: number; all: number } {
  return { settled: steps.filter(({ state }) => state !== 'open').length, all: steps.length }
}
