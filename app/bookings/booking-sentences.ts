/** Messages to visitors; most are quoted from specification §5 and §9. */
export const bookingSentences = {
  incomplete: 'Please fill out all fields and select a time slot.',
  slot_gone: 'Selected time slot is no longer available.',
  many_emails: 'We have sent this email address many emails in a short time, so nothing was changed.',
  held: 'We’re holding your places. Open the link in the email that we sent to the guest to confirm the booking.',
  failed: 'Failed to create booking. Please try again.',
  queue_full: 'Very many people are booking right now. Nothing was booked. Please try again in a moment.',
  load_failed: 'Failed to load booking information.',
  vineyard_missing: 'Vineyard ID is missing.',
  experience_missing: 'Experience ID is missing.',
  times_failed: 'Times could not be loaded',
  not_found: 'Booking not found or you do not have access to view this booking.',
  cancel_failed: 'Failed to cancel booking. Please try again or contact support.',
} as const

/** Why a guest's cancellation of a booking was refused. */
export const cancelSentences = {
  final: 'This booking is already cancelled or completed.',
  late: 'It is too late to cancel this booking online.',
  unclear: 'Nothing was cancelled: the form did not ask for it.',
} as const

/** Begins the sentences that a booking's page shows after the cut-off, in place of its buttons Change and Cancel. */
export const pastCutoffSentence = 'It is too late to change or cancel online.'

/** Why a change of status was not undone. */
export const undoSentences = {
  full: 'Not undone: the places have been booked by others. The booking stays cancelled.',
  gone: 'Not undone: the session is no longer planned. The booking stays cancelled.',
  late: 'It is too late to undo this. You can set the status again.',
  final: 'Not undone: somebody else has cancelled this booking too. The history says who.',
} as const
