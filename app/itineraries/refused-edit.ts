import { type ItineraryEditProblem, editSentences } from './editing.ts'

/** The field a problem speaks of; the others concern the whole. */
const fieldOf: Partial<Record<ItineraryEditProblem, string>> = {
  title: 'title',
  summary: 'summary',
  date: 'visit_date',
  booked_date: 'visit_date',
  party: 'party',
  begins: 'begins_at',
  time: 'start_time',
  minutes: 'minutes',
  note: 'note',
  name: 'name',
  place: 'near',
}

/** What somebody is told whose form was not taken: why, at which field of it, and what they typed. */
export type ItineraryRefusal = {
  sentence: string
  /** Null where it speaks of the whole. */
  field: string | null
  intent: string
  /** The id of the stop that was to be changed; '' for none. */
  stop: string
  typed: Record<string, string>
}

/** `problem` is one of the rules', or a sentence of its own. */
export function editRefusal(
  problem: ItineraryEditProblem | { sentence: string },
  form: FormData,
): ItineraryRefusal {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const typed = Object.fromEntries(texts)
  return {
    sentence: typeof problem === 'string' ? editSentences[problem] : problem.sentence,
    field: typeof problem === 'string' ? (fieldOf[problem] ?? null) : null,
    intent: typed.intent ?? '',
    stop: typed.stop ?? '',
    typed,
  }
}

/** The refusal where it is of that form, for which its fields ask: what was typed, and what was wrong with it. */
export function answerFor(refusal: ItineraryRefusal | null | undefined, intent: string, stop = '') {
  const own = refusal?.intent === intent && refusal.stop === stop ? refusal : null
  return {
    isHere: own !== null,
    typed: (field: string): string | undefined => own?.typed[field],
    error: (field: string): string | undefined => (own?.field === field ? own.sentence : undefined),
  }
}
