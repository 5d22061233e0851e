import { BookingTerms } from '../../bookings/new-bookings/components/booking-terms.tsx'
import type { Experience } from '../../catalogue/experiences/experience.ts'
import type { Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import { ExperienceList } from './experience-list.tsx'
import type { ShownPicture } from './gallery.tsx'
import type { ExperienceOffer } from './vineyard-page.server.ts'
import { cancellationRule } from '../../bookings/booking-terms.ts'
import '../search/components/explore.css'

const anyTime = new Date(0)

/** Returns an experience as an offer without next times. */
export function previewOffer(experience: Experience): ExperienceOffer {
  const cancellation_rule = cancellationRule(experience.cancellation_cutoff_minutes, undefined, anyTime)
  return { ...experience, cancellation_rule, next_day: null, next_times: [], other_parties: null }
}

/** An experience as visitors would see it on the vineyard's page and before booking, without open days. */
export function ExperiencePreview({
  vineyard,
  experience,
  pictures,
}: {
  vineyard: Pick<Vineyard, 'id' | 'name' | 'website'>
  experience: Experience
  pictures: ShownPicture[]
}) {
  return (
    <div className="experience-preview">
      <section className="experiences">
        <h2>Experiences &amp; Tours</h2>
        <ExperienceList
          vineyard={vineyard}
          offers={[previewOffer(experience)]}
          pictures={pictures}
          trip={{}}
          today=""
        />
      </section>
      <section>
        <h2>Before they book</h2>
        <BookingTerms experience={experience} startsAt={undefined} now={anyTime} />
      </section>
    </div>
  )
}
