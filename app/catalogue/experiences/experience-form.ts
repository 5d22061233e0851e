import { formatPounds } from '../../platform/money.ts'
import { countOf } from '../../platform/text/counts.ts'
import { readPounds } from '../../platform/read-pounds.ts'
import { type Experience, formatDuration, formatType } from './experience.ts'
import { sceneKinds, type SceneKind } from '../scenes/scene-kind.ts'
import { visitChoices, visitFactNames } from './experience-facts.ts'
import { changedFields } from '../save-result.ts'

/** The fields of an experience that staff edit. */
export type ExperienceDraft = Omit<
  Experience,
  'id' | 'vineyard_id' | 'currency' | 'is_active' | 'facts' | 'facts_stated_on'
> & {
  host_id: string | null
}
export type ExperienceField = keyof ExperienceDraft

/** The labels of the fields, in the form and in refusals. */
export const experienceLabels: Record<ExperienceField, string> = {
  title: 'Title',
  description: 'Description',
  type: 'Kind',
  included: 'What is included',
  price_per_person: 'Price per person',
  duration_minutes: 'Length in minutes',
  min_group_size: 'Smallest party',
  max_group_size: 'Largest party',
  is_instant: 'Bookings are',
  sold_by_resellers: 'Resellers',
  host_id: 'Host',
  booking_cutoff_minutes: 'Bookings close',
  booking_horizon_days: 'Days ahead',
  cancellation_cutoff_minutes: 'Guests may cancel until',
  parking: 'Parking',
  station: 'Nearest station',
  step_free: 'Access',
  dogs: 'Dogs',
  children: 'Children',
  food: 'Food',
  scene: 'Drawing',
}

export const experienceFields = Object.keys(experienceLabels) as ExperienceField[]

/** The cut-offs that staff can choose, in minutes before the start. */
export const cutoffChoices = [0, 60, 120, 240, 720, 1440, 2880, 4320, 10_080]

/** Returns 'at the start', '2 hours before' or '1 day before'. */
export function formatBefore(minutes: number): string {
  if (minutes === 0) return 'at the start'
  const [size, unit] =
    minutes % 1440 === 0 ? [1440, 'day'] : minutes % 60 === 0 ? [60, 'hour'] : [1, 'minute']
  return `${countOf(minutes / size, unit)} before`
}

const isNumber = (field: ExperienceField) => /_(minutes|size|days)$/.test(field)
const isNeverEmpty = (field: ExperienceField) =>
  ['title', 'price_per_person', 'min_group_size', 'booking_horizon_days'].includes(field)

/** Returns a form's values as the API's fields. Invalid numbers stay text, so that the API rejects them with a reason. */
export function readExperienceDraft(form: FormData): ExperienceDraft {
  const read = (field: ExperienceField) => {
    const text = String(form.get(field) ?? '').trim()
    if (field === 'is_instant' || field === 'sold_by_resellers') return text === 'true'
    if (field === 'type') return typeOf(text)
    if (text === '') return isNeverEmpty(field) ? '' : null
    if (field === 'price_per_person') return readPounds(text) ?? numberIn(text)
    if (!isNumber(field)) return text
    return numberIn(text)
  }
  return Object.fromEntries(experienceFields.map((field) => [field, read(field)])) as ExperienceDraft
}

const numberIn = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)

/** Returns the type that a text names: 'tour_and_tasting' for 'Tour & tasting', and null for an empty text. */
export function typeOf(words: string): string | null {
  const joined = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '')
  return joined || null
}

/** Returns the fields that the form changed and, with `isRestated`, also every visit fact that has a value. */
export function experienceChangesFrom(
  before: ExperienceDraft,
  after: ExperienceDraft,
  isRestated = false,
): Partial<ExperienceDraft> {
  const restated = isRestated ? visitFactNames.filter((name) => after[name] !== null) : []
  return {
    ...changedFields(experienceFields, before, after),
    ...Object.fromEntries(restated.map((name) => [name, after[name]])),
  }
}

/** Formats a field's value for the screen. */
export function formatExperienceField(
  field: ExperienceField,
  experience: ExperienceDraft,
  hosts: { id: string; name: string }[],
): string {
  const value = experience[field]
  if (value === null || value === '') return ''
  switch (field) {
    case 'type':
      return formatType(String(value))
    case 'price_per_person':
      return formatPounds(Number(value))
    case 'duration_minutes':
      return formatDuration(Number(value))
    case 'is_instant':
      return value ? 'confirmed instantly' : 'confirmed by you'
    case 'sold_by_resellers':
      return value ? 'may sell it' : 'may not sell it'
    case 'host_id':
      return hosts.find(({ id }) => id === value)?.name ?? ''
    case 'booking_cutoff_minutes':
    case 'cancellation_cutoff_minutes':
      return formatBefore(Number(value))
    case 'scene':
      return sceneKinds[value as SceneKind].name
    case 'step_free':
    case 'dogs':
    case 'children':
      return (visitChoices[field] as Record<string, string>)[String(value)] ?? ''
    default:
      return String(value)
  }
}

/** Replaces the API's field names in refusals with labels, as in 'Price per person must be at least 0.' */
export function experienceFieldMessages(refused: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([field, sentence]) => [
      field,
      experienceFields.reduce(
        (text, name) =>
          name === field || name.includes('_') ? text.replace(name, experienceLabels[name]) : text,
        sentence,
      ),
    ]),
  )
}

/** The initial values of a new experience. */
export const blankExperience: ExperienceDraft = {
  ...(Object.fromEntries(experienceFields.map((field) => [field, null])) as Record<ExperienceField, null>),
  title: '',
  price_per_person: '' as unknown as number,
  duration_minutes: 60,
  min_group_size: 1,
  is_instant: false,
  sold_by_resellers: false,
  booking_cutoff_minutes: 0,
  booking_horizon_days: 365,
  cancellation_cutoff_minutes: 0,
}
