import { currentIn, ifMatch, isAbsent, problemSentence, resultOf } from '../../staff-client/call.ts'
import { failed } from '../../staff-client/load.ts'
import { apiFor, type StaffArea } from '../../staff-client/staff-area.ts'
import { changedFields, differencesIn, notSaved, type SaveResult, savedAs } from '../save-result.ts'
import type { vineyardApi } from './vineyard.api.ts'
import type { pictureApi } from '../pictures/vineyard-picture.api.ts'
import { halfSentence, missingCoordinate } from './missing-coordinate.ts'
import { mostTaxis, type Taxi } from '../stations/station.ts'
import { socialFields, socialLabels, type Vineyard } from './vineyard.ts'
import { withScheme } from './missing-scheme.ts'

/** The version of a vineyard that an editor opened. */
export type VineyardVersion = VineyardDraft & { id: string; version: string }

export type VineyardSaveResult = SaveResult<VineyardVersion>

export const vineyardsAt = (area: StaffArea) => apiFor<typeof vineyardApi>(area, '/api/vineyards')
export const picturesAt = (area: StaffArea) => apiFor<typeof pictureApi>(area, '/api/pictures')

/** Returns a vineyard for the admin's pages, or null if it does not exist. */
export async function loadAdminVineyard(request: Request, id: string) {
  const vineyard = await resultOf(vineyardsAt('admin')[':id'].$get({ param: { id } }))
  if (vineyard.ok) return vineyard.value
  if (isAbsent(vineyard.problem)) return null
  throw failed(request, vineyard.problem)
}

export type AdminVineyard = NonNullable<Awaited<ReturnType<typeof loadAdminVineyard>>>

/**
 * Saves the fields that a form changed. Refuses to save if another user has saved since `opened` was read, unless the field
 * `over` of the form has the version to overwrite.
 */
export async function saveVineyard(
  area: StaffArea,
  opened: VineyardVersion,
  form: FormData,
): Promise<VineyardSaveResult> {
  const over = form.get('over') as string | null
  const draft = readVineyardDraft(form)
  const missing = missingCoordinate(draft)
  if (missing) return refusalWith({ [missing]: halfSentence(missing) })
  const changes: Partial<VineyardDraft> = changedFields(vineyardFields, opened, draft)
  const param = { id: opened.id }
  const saved = await resultOf(
    vineyardsAt(area)[':id'].$patch({ param, json: changes }, ifMatch(over ?? opened.version)),
  )
  if (saved.ok) {
    const merged = over === null ? null : await resultOf(vineyardsAt(area)[':id'].$get({ param }))
    const own = { ...opened, ...changes, version: saved.value.version }
    return savedAs(own, merged?.ok ? merged.value : null)
  }
  const { problem } = saved
  const theirs = currentIn<VineyardVersion>(problem)
  const conflict = theirs && {
    version: theirs.version,
    differences: differencesIn(vineyardLabels, textOf, { opened, theirs, mine: draft }),
  }
  return refusalWith(problem.kind === 'refused' ? problem.fields : {}, problemSentence(problem), conflict)
}

function refusalWith(
  refused: Record<string, string>,
  otherwise: string | null = null,
  conflict: VineyardSaveResult['conflict'] = null,
) {
  const fields = vineyardFieldMessages(refused)
  return notSaved(Object.values(fields)[0] ?? otherwise, fields, conflict)
}

function textOf(draft: VineyardDraft, field: VineyardField): string {
  if (field !== 'taxis') return String(draft[field] ?? '')
  return draft.taxis.map(({ name, phone }) => `${name} ${phone}`).join(', ')
}

/** The fields of the form. Pictures are uploaded separately. */
export type VineyardDraft = Omit<
  Vineyard,
  'id' | 'is_visible' | 'is_verified' | 'is_demo' | 'cover_image_url' | 'logo_url'
>
export type VineyardField = keyof VineyardDraft

/** The labels of the fields, in the form and in refusals. */
export const vineyardLabels: Record<VineyardField, string> = {
  name: 'Name',
  description: 'About the vineyard',
  address: 'Address',
  city: 'Town or village',
  region: 'County',
  postcode: 'Postcode',
  latitude: 'Latitude',
  longitude: 'Longitude',
  phone: 'Phone',
  email: 'Email',
  website: 'Website',
  taxis: 'Taxi firms',
  ...socialLabels,
}

export const vineyardFields = Object.keys(vineyardLabels) as VineyardField[]
export const webFields = ['website', ...socialFields] as const

const degrees = new Set<VineyardField>(['latitude', 'longitude'])
const web = new Set<VineyardField>(webFields)

/** Returns the values of a form for the API, which rejects coordinates that are not numbers. */
export function readVineyardDraft(form: FormData): VineyardDraft {
  const read = (field: VineyardField) => {
    if (field === 'taxis') return readTaxis(form)
    const text = String(form.get(field) ?? '').trim()
    if (text === '') return field === 'name' ? '' : null
    if (degrees.has(field)) return Number.isFinite(Number(text)) ? Number(text) : text
    if (web.has(field)) return withScheme(text)
    return text
  }
  return Object.fromEntries(vineyardFields.map((field) => [field, read(field)])) as VineyardDraft
}

/** Returns the names of the inputs for the taxi firm at this index. */
export const taxiInputs = (n: number) => ({ name: `taxis.${n}.name`, phone: `taxis.${n}.phone` })

/** Returns the taxi firms of a form. Leaves out rows without any text. */
function readTaxis(form: FormData): Taxi[] {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return Array.from({ length: mostTaxis }, (_, n) => taxiInputs(n))
    .map(({ name, phone }) => ({ name: text(name), phone: text(phone) }))
    .filter(({ name, phone }) => name !== '' || phone !== '')
}

/** Returns refusals with labels instead of field names: 'Phone must be a phone number: digits and spaces.' */
export function vineyardFieldMessages(refused: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([field, sentence]) => [
      field,
      // Replaces only the first occurrence, so that "phone number" stays unchanged.
      sentence.replace(field, labelOf(field)),
    ]),
  )
}

/** Returns the label of a field of the API: 'Number of taxi firm 1' for 'taxis.0.phone'. */
function labelOf(field: string): string {
  const [, n, part] = /^taxis\.(\d)\.(name|phone)$/.exec(field) ?? []
  if (n !== undefined) return `${part === 'name' ? 'Name' : 'Number'} of taxi firm ${Number(n) + 1}`
  return field in vineyardLabels ? vineyardLabels[field as VineyardField] : field
}
