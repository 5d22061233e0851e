import { Fragment } from 'react'
import { Form } from 'react-router'

import { countOf } from '../../../platform/text/counts.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { type CallProblem, resultOf, ifMatch } from '../../../staff-client/call.ts'
import { vineyardsAt } from '../vineyard-save.tsx'
import { type ActionResult, toActionResult, readFormText } from '../../../staff-client/action-result.tsx'

type SwitchableVineyard = Record<Decision, boolean> & { id: string; name: string }

/** The switches with which an admin sets the flags of a vineyard. Each switch takes effect at once. */
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

/** The flags that only an admin sets, with the words for each change. */
const decisions = {
  is_visible: { label: 'Visible', on: 'is visible', off: 'is hidden', set: 'Show', unset: 'Hide' },
  is_verified: {
    label: 'Verified',
    on: 'is verified',
    off: 'is unverified',
    set: 'Verify',
    unset: 'Unverify',
  },
  is_featured: { label: 'Featured', on: 'is featured', off: 'is no longer featured', set: null, unset: null },
} as const
type Decision = keyof typeof decisions

/** A bar with the actions for all chosen vineyards. Its form submits their ids. */
export function DecisionsForChosen({ chosen, busy }: { chosen: ReadonlySet<string>; busy: boolean }) {
  return (
    <Form method="post" preventScrollReset aria-busy={busy} className="chosen-bar row">
      <input type="hidden" name="ids" value={[...chosen].join()} />
      <span role="status">{countOf(chosen.size, 'vineyard')} selected</span>
      <span className="row">
        {(Object.keys(decisions) as Decision[]).map((field) => {
          const { set, unset } = decisions[field]
          return (
            set && (
              <Fragment key={field}>
                <Button small name="decision" value={`${field} true`} disabled={busy}>
                  {set}
                </Button>
                <Button small name="decision" value={`${field} false`} disabled={busy}>
                  {unset}
                </Button>
              </Fragment>
            )
          )
        })}
      </span>
    </Form>
  )
}

/** Sets one flag of those chosen vineyards whose flag differs. Undo resets only the changed vineyards. */
async function decideOnVineyards(request: Request, form: FormData): Promise<ActionResult> {
  const [name, to] = readFormText(form, 'decision').split(' ')
  const field = (Object.keys(decisions) as Decision[]).find((flag) => flag === name)
  if (!field) throw new Error('Unknown decision')
  const changed: string[] = []
  let already = 0
  let problem: Result<unknown, CallProblem> = ok(null)
  for (const id of readFormText(form, 'ids').split(',').filter(Boolean)) {
    const param = { id }
    const vineyard = await resultOf(vineyardsAt('admin')[':id'].$get({ param }))
    if (vineyard.ok && vineyard.value[field] === (to === 'true')) {
      already += 1
      continue
    }
    const json = { [field]: to === 'true' }
    const done = vineyard.ok
      ? await resultOf(vineyardsAt('admin')[':id'].$patch({ param, json }, ifMatch('*')))
      : vineyard
    if (done.ok) changed.push(id)
    else problem = done
  }
  if (!problem.ok && changed.length === 0) return toActionResult(request, problem, '')
  const state = decisions[field][to === 'true' ? 'on' : 'off'].slice('is '.length)
  const sentences = [
    `${countOf(changed.length, 'vineyard')} ${changed.length === 1 ? 'is' : 'are'} now ${state}.`,
    already > 0 && `${already} already ${already === 1 ? 'was' : 'were'}.`,
    !problem.ok && 'The others could not be changed; please try again.',
  ].filter(Boolean)
  const undo = { decision: `${field} ${to !== 'true'}`, ids: changed.join() }
  return toActionResult(request, ok(null), sentences.join(' '), changed.length > 0 ? undo : null)
}

/** Sets the flag of a submitted switch, or of all chosen vineyards. */
export async function decideOnVineyard(request: Request): Promise<ActionResult> {
  const form = await request.formData()
  if (form.has('decision')) return decideOnVineyards(request, form)
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
