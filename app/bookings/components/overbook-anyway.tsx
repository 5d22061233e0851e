import { Form } from 'react-router'

import type { ActionResult } from '../../staff-client/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The form that was refused because too few places are left, and how many are. */
export type OverbookRefusal = { remaining: number; form: Record<string, string> }

/** What of an act's refusal can be overruled: only that there are too few places. */
export function overbookRefusal({ problem }: ActionResult, form: FormData): OverbookRefusal | null {
  const remaining = problem?.kind === 'refused' ? problem.said.remaining : undefined
  if (typeof remaining !== 'number') return null
  return { remaining, form: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])) }
}

/** The second step of overbooking: it says what it does, and is never the first thing under the finger. */
export function OverbookAnyway({ overbooking: { remaining, form } }: { overbooking: OverbookRefusal }) {
  const left =
    remaining === 0 ? 'No places are' : remaining === 1 ? 'Only one place is' : `Only ${remaining} places are`
  return (
    <Notice tone="wait" role="alert">
      <p>
        <strong>{left} left there.</strong> You may take the party all the same; the session is then over what
        it holds, and the log says who decided so.
      </p>
      <Form method="post" preventScrollReset className="row">
        {Object.entries(form).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="overbook" value="on">
          Overbook anyway
        </Button>
      </Form>
    </Notice>
  )
}
