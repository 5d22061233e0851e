import type { HostKind } from '../../../app/catalogue/hosts/host.ts'
import type { Day, Time } from '../../../app/platform/days.ts'
import type { VisitColumns } from '../../../app/catalogue/experiences/experience-facts.ts'
import type { factList } from '../../../app/catalogue/facts/facts.ts'

export type Season = 'year' | 'summer' | 'winter' | 'harvest' | 'advent'

/** A made-up estate. The file names of its pictures begin with `slug`. */
export type DemoEstate = {
  id: string
  slug: string
  name: string
  city: string
  region: string
  address: string
  postcode: string
  /** The paragraphs of the description. Loading adds a sentence that says the estate is made up. */
  description: string[]
  phone: string
  latitude: number
  longitude: number
  /** The social networks of the estate. The links lead to example.com. */
  social: ('facebook' | 'instagram' | 'twitter' | 'linkedin' | 'youtube' | 'tiktok')[]
  hosts?: DemoHost[]
  /** The visit facts of all experiences. An experience may have visit facts of its own instead. */
  visit: VisitColumns
  /** The stated facts for all experiences. */
  facts: DemoFacts
  experiences: DemoExperience[]
  exceptions?: (today: Day) => DemoException[]
}

type DemoHost = {
  id: string
  name: string
  kind: HostKind
  capacity: number
  introduction: string
  is_shown: boolean
}

export type DemoExperience = {
  id: string
  title: string
  description: string
  type: string
  duration_minutes: number | null
  price_per_person: number
  min_group_size?: number
  max_group_size: number | null
  is_instant?: boolean
  included?: string
  host_id?: string
  booking_cutoff_minutes?: number
  cancellation_cutoff_minutes?: number
  timetable: Timetable[]
  /** The stated facts that differ for this experience. */
  facts?: DemoFacts
} & Partial<VisitColumns>

/** The answers to facts. Each answer is a choice, or a choice with a detail. */
export type DemoFacts = {
  [Fact in keyof typeof factList]?: Choice<Fact> | [choice: Choice<Fact>, detail: string]
}
type Choice<Fact extends keyof typeof factList> = keyof (typeof factList)[Fact]['choices']

/** Starts on some weekdays (ISO, 1 is Monday) of a season. Each start becomes a pattern. */
type Timetable = { season: Season; days: number[]; starts: Time[]; capacity: number }

/** An exception. Without a capacity, it is a closure. Without an experience, it applies to the whole estate. */
type DemoException = {
  id: string
  experience_id?: string
  starts_on: Day
  ends_on: Day
  from_time?: Time
  until_time?: Time
  capacity?: number
  reason: string
}

export const everyDay = [1, 2, 3, 4, 5, 6, 7]
export const weekdays = [1, 2, 3, 4, 5]
export const wednesdayToSunday = [3, 4, 5, 6, 7]
export const weekend = [6, 7]
