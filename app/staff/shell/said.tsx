import { Form } from 'react-router'

import type { Act } from '../../people/desk/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Toast } from '../../ui/toast.tsx'

/** What an act came to, with the way to take it back. With `fetcherKey` that goes beside the page, as the act did. */
export function Said({ outcome, fetcherKey }: { outcome: Act | undefined; fetcherKey?: string }) {
  return (
    <Toast
      about={outcome}
      undo={
        outcome?.undo && (
          <Form method="post" {...(fetcherKey ? { navigate: false, fetcherKey } : {})} preventScrollReset>
            {Object.entries(outcome.undo).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button small>Undo</Button>
          </Form>
        )
      }
    />
  )
}
