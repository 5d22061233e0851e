import type { IconName } from '../../ui/pictures/icons.ts'

/** The tags with an icon of their own, the most important first. Staff can also write tags of their own. */
export const knownTags = ['allergy', 'access', 'birthday', 'regular'] as const
export type KnownTag = (typeof knownTags)[number]

type TagDetails = { label: string; icon: IconName; isHealth: boolean }
const details: Record<KnownTag, TagDetails> = {
  allergy: { label: 'Allergy', icon: 'alert', isHealth: true },
  access: { label: 'Access', icon: 'wheelchair', isHealth: true },
  birthday: { label: 'Birthday', icon: 'cake', isHealth: false },
  regular: { label: 'Regular', icon: 'heart', isHealth: false },
}

export const maxTags = 8
/** The largest number of characters of a tag. */
export const maxTagLength = 40

const isKnown = (tag: string): tag is KnownTag => (knownTags as readonly string[]).includes(tag)

export function tagDetails(tag: string): TagDetails {
  return isKnown(tag) ? details[tag] : { label: tag, icon: 'flag', isHealth: false }
}

/** Returns tags without duplicates, known tags first and in lower case: 'Allergy' becomes 'allergy'. */
export function tidyTags(tags: readonly string[]): string[] {
  const tidy = new Map(
    tags.map((tag) => [tag.toLowerCase(), isKnown(tag.toLowerCase()) ? tag.toLowerCase() : tag]),
  )
  return [...knownTags.filter((tag) => tidy.delete(tag)), ...[...tidy.values()].sort()]
}

/** Returns tags as text: 'Allergy, Birthday, quiet table'. */
export function formatTags(tags: readonly string[]): string {
  return tags.map((tag) => tagDetails(tag).label).join(', ')
}

/** The notes about a party. */
export type Notes = {
  special_requests: string
  staff_notes: string
  customer_note: string
  tags: readonly string[]
}

/** Returns the notes about a party that are not empty, each with its label and icon. */
export function linesOf({ special_requests, staff_notes, customer_note }: Notes) {
  const lines: { label: string; icon: IconName; text: string }[] = [
    { label: 'They asked for', icon: 'info', text: special_requests },
    { label: 'Note for staff', icon: 'post', text: staff_notes },
    { label: 'About this guest', icon: 'people', text: customer_note },
  ]
  return lines.filter(({ text }) => text !== '')
}

/** Tags about health, and the needs of friends who share a day, are deleted this many days after the visit. */
export const keepHealthDays = 30

export const mustAgree =
  'We store a tag about health for a customer only if the guest agreed. Otherwise, tag the booking.'
