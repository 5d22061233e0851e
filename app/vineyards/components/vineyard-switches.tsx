import { Switch } from '../../ui/switch.tsx'
import { resultOf, ifMatch } from '../../staff-client/call.ts'
import { vineyardsAt } from '../vineyard-save.tsx'
import { type ActionResult, toActionResult, readFormText } from '../../staff-client/action-result.tsx'

type SwitchableVineyard = Record<Decision, boolean> & { id: string; name: string }

/** The admin's switches of a vineyard. Each takes effect at once. */
export function VineyardSwitches({ vineyard }: { vineyard: SwitchableVineyard }) {
  const { id, name } = vineyard
  return (
    <div className="switches">
      {(Object.keys(decisions) as Decision[]).map((field) => (
        <Switch
          key={field}
          label={decisions[field].label}
          of={name}
          on={vineyard[field]}
          fields={{ id, name, field }}
        />
      ))}
    </div>
  )
}

/** The flags that only an admin sets, with the sentence for each change. */
const decisions = {
  is_visible: { label: 'Visible', on: 'is visible', off: 'is hidden' },
  is_verified: { label: 'Verified', on: 'is verified', off: 'is unverified' },
  is_featured: { label: 'Featured', on: 'is featured', off: 'is no longer featured' },
} as const
type Decision = keyof typeof decisions

/** Sets the flag of a submitted switch. */
export async function decideOnVineyard(request: Request): Promise<ActionResult> {
  const form = await request.formData()
  const [id, name] = [readFormText(form, 'id'), readFormText(form, 'name')]
  const isOn = readFormText(form, 'to') === 'true'
  const field = (Object.keys(decisions) as Decision[]).find((flag) => flag === readFormText(form, 'field'))
  if (!field) throw new Error('Unknown switch')
  const changed = await resultOf(
    vineyardsAt('admin')[':id'].$patch({ param: { id }, json: { [field]: isOn } }, ifMatch('*')),
  )
  const undo = { id, name, field, to: String(!isOn) }
  return toActionResult(request, changed, `${name} ${decisions[field][isOn ? 'on' : 'off']}.`, undo)
}
