import { groupVisitFacts } from '../../catalogue/experiences/experience-facts.ts'
import type { StatedFact } from '../../catalogue/facts/stated-fact.ts'
import { BookingTerms } from '../../bookings/new-bookings/components/booking-terms.tsx'
import type { Experience } from '../../catalogue/experiences/experience.ts'
import { scenesFor, withPicture } from '../../catalogue/scenes/scene-kind.ts'
import type { Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { ExperienceList } from './experience-list.tsx'
import type { ShownPicture } from './gallery.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'
import { cancellationRule } from '../../bookings/booking-terms.ts'
import '../search/components/explore.css'

const anyTime = new Date(0)

/** Returns experiences as offers without next times. */
export function previewOffers(experiences: Experience[], pictures: ShownPicture[]): ExperienceOffer[] {
  const scenes = scenesFor(
    experiences.map((experience) => withPicture(experience, pictures)),
    null,
  )
  return experiences.map((experience, n) => ({
    ...experience,
    cancellation_rule: cancellationRule(experience.cancellation_cutoff_minutes, undefined, anyTime),
    next_day: null,
    next_times: [],
    other_parties: null,
    drawing: scenes[n] ?? null,
  }))
}

/** An experience as visitors would see it on the vineyard's page and before booking, without open days. */
export function ExperiencePreview({
  vineyard,
  experience,
  pictures,
}: {
  vineyard: Pick<Vineyard, 'id' | 'name' | 'website'> & { facts: readonly StatedFact[] }
  experience: Experience
  pictures: ShownPicture[]
}) {
  return (
    <div className="experience-preview">
      <section className="experiences">
        <h2>Experiences &amp; Tours</h2>
        <ExperienceList
          vineyard={vineyard}
          visit={groupVisitFacts([experience], vineyard.facts)}
          offers={previewOffers([experience], pictures)}
          pictures={pictures}
          trip={{}}
          today=""
        />
      </section>
      <section>
        <h2>What guests see before they book</h2>
        <BookingTerms experience={experience} startsAt={undefined} now={anyTime} />
      </section>
    </div>
  )
}
