import type { Experience } from '../experiences/experience.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { ContactCard } from './contact-card.tsx'
import { ExperienceList } from './experience-list.tsx'
import { type ShownPicture, VineyardFace } from './vineyard-face.tsx'

/** A vineyard's page as visitors would see it, drawn by the page's own parts. */
export function VineyardPreview({
  vineyard,
  pictures,
  experiences,
}: {
  vineyard: Vineyard
  pictures: ShownPicture[]
  experiences: Experience[]
}) {
  return (
    <VineyardFace
      vineyard={vineyard}
      pictures={pictures}
      contact={<ContactCard vineyard={vineyard} locator={null} backdrop={null} />}
    >
      <ExperienceList
        vineyard={vineyard}
        experiences={experiences}
        pictures={pictures}
        trip={{}}
        // Which days are open is no part of what is edited: none is shown, and none is compared.
        today=""
        nextDays={null}
      />
    </VineyardFace>
  )
}
