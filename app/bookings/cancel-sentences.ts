/** Why a guest's cancellation of a booking was refused, or failed. */
export const cancelSentences = {
  failed: 'Failed to cancel booking. Please try again or contact support.',
  final: 'This booking is already cancelled or completed.',
  late: 'It is too late to cancel this booking online.',
  changed: 'This booking was changed in the meantime, so it was not cancelled.',
  unclear: 'Nothing was cancelled, because the form did not ask to cancel the booking.',
} as const

/** The beginning of the notice that a booking's page shows after the cut-off, in place of the buttons Change and Cancel. */
export const pastCutoffSentence = 'It is too late to change or cancel online.'

/** Why a change of status was not undone. */
export const undoSentences = {
  full: 'Not undone: the places have been booked by others. The booking stays cancelled.',
  gone: 'Not undone: the session is no longer planned. The booking stays cancelled.',
  late: 'It is too late to undo this. You can set the status again.',
  final: 'Not undone: somebody else has cancelled this booking too. The history says who.',
} as const
