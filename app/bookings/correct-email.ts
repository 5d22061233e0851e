import { isEmail, readLine } from '../platform/text.ts'
import { ok, type Result, refused } from '../platform/result.ts'

/** How often the address of one booking can be put right. */
export const mostCorrections = 3

export type CorrectionProblem = 'unreadable' | 'absent' | 'final' | 'same' | 'often'

/** Why an address was not corrected. */
export const correctionSentences: Record<Exclude<CorrectionProblem, 'absent'>, string> = {
  unreadable: 'That does not look like an email address.',
  final: 'This booking is cancelled or completed, so nothing more is sent.',
  same: 'That is the address we have.',
  often: 'This address was changed too often. Please tell the vineyard.',
}

export function readCorrection(form: FormData): Result<string, 'unreadable'> {
  const read = readLine(form.get('guest_email'), 254)
  return read.ok && isEmail(read.value) ? ok(read.value) : refused('unreadable')
}
