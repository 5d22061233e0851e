/** The fields of a booking's guest that staff edit. */
export type EditedGuest = {
  guest_name: string
  guest_email: string | null
  guest_phone: string | null
  special_requests: string
  staff_notes: string
  tags: string[]
}
export type EditedGuestField = keyof EditedGuest

/** The fields of the form that edits a guest. Tags have a form of their own. */
export const editedFields = [
  'guest_name',
  'guest_email',
  'guest_phone',
  'special_requests',
  'staff_notes',
] as const

/** The label of each field in the form, the history and refusals. */
export const guestFieldLabels: Record<EditedGuestField, string> = {
  guest_name: 'Name',
  guest_email: 'Email',
  guest_phone: 'Phone',
  special_requests: 'Request',
  staff_notes: 'Note for staff',
  tags: 'Tags',
}

/** The sentences for edits that are refused. */
export const guestEditSentences = {
  erased: 'This guest has been erased, so nothing about them can be changed.',
  reseller: 'Only the reseller that sold this booking can change its guest. Please tell the reseller.',
  unreachable: 'Please enter a phone number or an email address, so that you can reach the guest.',
  changed: 'Someone else has changed this guest in the meantime.',
} as const
