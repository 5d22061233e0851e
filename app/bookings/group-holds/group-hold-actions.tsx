import { mostBeyondLimits } from '../../catalogue/experiences/experience.ts'
import { countOf } from '../../platform/text/counts.ts'
import {
  type ActionResult,
  readFormText,
  toActionResult,
  ifEmailed,
} from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { load, vineyardOf } from '../../staff-client/load.ts'
import { apiFor, type StaffArea, staffAreaOf } from '../../staff-client/staff-area.ts'
import type { groupHoldApi } from './group-hold.api.ts'
import type { GroupHold } from './group-hold.ts'

const groupHoldsAt = (area: StaffArea) => apiFor<typeof groupHoldApi>(area, '/api/group_holds')

/** The result of a dialog about a group hold. `remaining`: the places left, which staff may exceed in a second step. */
export type GroupHoldResult = ActionResult & {
  is_from_dialog: true
  group_hold: string
  may_exceed: 'places' | 'size' | null
  remaining: number | null
  /** The current values of the group hold, if someone else has changed it */
  current: SeenGroupHold | null
}

export type SeenGroupHold = Pick<GroupHold, 'number_of_guests' | 'note' | 'expires_at'>

/** Returns the result if it is about a group hold. */
export function aboutGroupHold(result: object | undefined): GroupHoldResult | undefined {
  return result && 'group_hold' in result ? (result as GroupHoldResult) : undefined
}

/** Loads the places that a vineyard keeps for groups. */
export async function loadGroupHolds(request: Request, vineyard_id: string, search?: string) {
  const { index } = groupHoldsAt(staffAreaOf(request.url))
  return (await load(request, index.$get({ query: { vineyard_id, ...(search && { search }) } }))).items
}

/** Holds, changes, books or releases places for a group. Returns null for any other form. */
export async function actOnGroupHold(request: Request, form: FormData): Promise<GroupHoldResult | null> {
  const actions = new Map([
    ['new', holdForGroup],
    ['change', changeGroup],
    ['book', bookGroup],
    ['release', letGroupGo],
  ])
  const act = actions.get(readFormText(form, 'group_hold'))
  return act ? asResult(await act(request, form), form) : null
}

const filled = (form: FormData, name: string) => readFormText(form, name) || null

async function holdForGroup(request: Request, form: FormData): Promise<ActionResult> {
  const area = staffAreaOf(request.url)
  const chosen = new URL(request.url).searchParams.get('vineyard_id') ?? undefined
  const vineyard = await vineyardOf(area, chosen)
  if (!vineyard.ok) return toActionResult(request, vineyard, '')
  const name = readFormText(form, 'name')
  const number_of_guests = Number(form.get('number_of_guests'))
  const own_start = filled(form, 'own_start')
  const own = `${readFormText(form, 'own_experience')} ${readFormText(form, 'own_day')}T${own_start}`
  const sessions = [...form.getAll('session').map(String), ...(own_start ? [own] : [])]
  const json = {
    id: readFormText(form, 'id'),
    vineyard_id: vineyard.value,
    name,
    number_of_guests,
    guest_phone: filled(form, 'guest_phone'),
    guest_email: filled(form, 'guest_email'),
    note: readFormText(form, 'note'),
    until: readFormText(form, 'until'),
    sessions: sessions.map((session) => {
      const [experience_id = '', slot = ''] = session.split(' ')
      return { experience_id, slot }
    }),
    overbook: form.get('overbook') === 'on' || own_start !== null,
  }
  const held = await resultOf(groupHoldsAt(area).index.$post({ json }))
  const message = `${countOf(number_of_guests, 'place is', 'places are')} held for ${name}.`
  return toActionResult(request, held, message)
}

async function changeGroup(request: Request, form: FormData): Promise<ActionResult> {
  const json = {
    number_of_guests: Number(form.get('number_of_guests')),
    until: readFormText(form, 'until'),
    note: readFormText(form, 'note'),
    overbook: form.get('overbook') === 'on',
    seen: JSON.parse(readFormText(form, 'seen')) as SeenGroupHold,
  }
  const api = groupHoldsAt(staffAreaOf(request.url))[':id']
  const changed = await resultOf(api.$put({ param: { id: readFormText(form, 'id') }, json }))
  return toActionResult(request, changed, 'The group’s hold has been changed.')
}

async function bookGroup(request: Request, form: FormData): Promise<ActionResult> {
  const json = {
    guest_name: readFormText(form, 'guest_name'),
    guest_phone: filled(form, 'guest_phone'),
    guest_email: filled(form, 'guest_email'),
    special_requests: readFormText(form, 'special_requests'),
  }
  const api = groupHoldsAt(staffAreaOf(request.url))[':id']
  const booked = await resultOf(api.book.$post({ param: { id: readFormText(form, 'id') }, json }))
  const count = booked.ok ? booked.value.ids.length : 0
  const emails = !json.guest_email ? '' : ` ${ifEmailed('The guest is being emailed.')}`
  const message = `${json.guest_name} is booked${count > 1 ? ` into ${count} sessions` : ''}.${emails}`
  return toActionResult(request, booked, message)
}

async function letGroupGo(request: Request, form: FormData): Promise<ActionResult> {
  const api = groupHoldsAt(staffAreaOf(request.url))[':id']
  const released = await resultOf(api.$delete({ param: { id: readFormText(form, 'id') } }))
  return toActionResult(request, released, 'The places are free again.')
}

function asResult(result: ActionResult, form: FormData): GroupHoldResult {
  const refusal = result.problem?.kind === 'refused' ? result.problem : null
  const remaining = typeof refusal?.body.remaining === 'number' ? refusal.body.remaining : null
  const isTooLarge = refusal?.status === 422 && 'number_of_guests' in refusal.fields
  const isPossible = Number(form.get('number_of_guests')) <= mostBeyondLimits
  return {
    ...result,
    is_from_dialog: true,
    group_hold: readFormText(form, 'group_hold'),
    may_exceed:
      form.has('overbook') || form.get('own_start')
        ? null
        : isTooLarge
          ? isPossible
            ? 'size'
            : null
          : remaining !== null
            ? 'places'
            : null,
    remaining,
    current: (refusal?.body.current as SeenGroupHold | undefined) ?? null,
  }
}
