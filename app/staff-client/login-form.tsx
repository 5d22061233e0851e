import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useHydrated } from '../ui/hydrated.ts'

/** The form of a door, which is sent by script alone: no password ever goes where no script is there to take it. */
export function LoginForm({
  children,
  press,
  pressing,
}: {
  children: ReactNode
  /** What the button says, and what it says while it waits. */
  press: string
  pressing: string
}) {
  const hydrated = useHydrated()
  const sending = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="stack">
      {children}
      <Button variant="primary" wide disabled={!hydrated || sending}>
        {sending ? pressing : press}
      </Button>
    </Form>
  )
}
