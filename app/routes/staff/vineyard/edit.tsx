import { groupVisitFacts } from '../../../catalogue/experiences/experience-facts.ts'
import { data, href, useLocation } from 'react-router'
import { experiencesFor } from '../../../catalogue/experiences/experience-actions.tsx'
import { PositionPicker } from '../../../explore/vineyard-page/position-picker.tsx'
import { staffAreaOf } from '../../../staff-client/staff-area.ts'
import { load, vineyardAt } from '../../../staff-client/load.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { PictureEditor } from '../../../catalogue/pictures/components/picture-editor.tsx'
import { VineyardEditor } from '../../../catalogue/vineyards/components/vineyard-editor.tsx'
import {
  type VineyardSaveResult,
  picturesAt,
  saveVineyard,
  type VineyardVersion,
  vineyardsAt,
} from '../../../catalogue/vineyards/vineyard-save.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/edit.ts'
import ContactCard from '../../../explore/vineyard-page/contact-card.tsx'
import { ExperienceList } from '../../../explore/vineyard-page/experience-list.tsx'
import { previewOffers } from '../../../explore/vineyard-page/experience-preview.tsx'
import { VineyardFace } from '../../../explore/vineyard-page/vineyard-face.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`Edit ${loaderData?.vineyard.name ?? 'the vineyard'}`)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const area = staffAreaOf(request.url)
  const id = await vineyardAt(request, 'id' in params ? params.id : undefined)
  const query = { vineyard_id: id, is_active: 'true', sort: 'price_per_person', limit: '100' } as const
  const [vineyard, pictures, experiences] = await Promise.all([
    load(request, vineyardsAt(area)[':id'].$get({ param: { id } })),
    load(request, picturesAt(area).index.$get({ query: { vineyard_id: id, limit: '100' } })),
    load(request, experiencesFor(area).index.$get({ query })),
  ])
  return { vineyard, pictures: pictures.items, experiences: experiences.items }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const opened = JSON.parse(String(form.get('seen'))) as VineyardVersion
  const outcome = await saveVineyard(staffAreaOf(request.url), opened, form)
  // Status 422 prevents a reload, so the form keeps its input.
  return data<VineyardSaveResult>(outcome, { status: outcome.saved_at === null ? 422 : 200 })
}

export default function EditVineyard({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard, pictures, experiences } = loaderData
  const area = staffAreaOf(useLocation().pathname)
  return (
    <>
      <StaffHead title={area === 'admin' ? 'Edit' : vineyard.name}>
        {area === 'winemaker' && vineyard.is_visible && (
          <ButtonLink to={href('/vineyard/:id', { id: vineyard.id })}>View as a visitor</ButtonLink>
        )}
      </StaffHead>
      <PictureEditor area={area} vineyard={vineyard} pictures={pictures} />
      {/* The preview has no map and no open days. */}
      <VineyardEditor
        vineyard={vineyard}
        outcome={actionData}
        position={({ latitude, longitude }, changed, problems) => (
          <PositionPicker latitude={latitude} longitude={longitude} problems={problems} onPick={changed} />
        )}
        preview={(draft) => (
          <VineyardFace
            vineyard={{ ...vineyard, ...draft }}
            pictures={pictures}
            contact={
              <ContactCard vineyard={{ ...vineyard, ...draft }} locator={null} backdrop={null} ways={null} />
            }
          >
            <ExperienceList
              vineyard={{ ...vineyard, ...draft }}
              visit={groupVisitFacts(experiences, vineyard.facts)}
              offers={previewOffers(experiences, pictures)}
              pictures={pictures}
              trip={{}}
              today=""
            />
          </VineyardFace>
        )}
      />
    </>
  )
}
