import { isRouteErrorResponse } from 'react-router'

import { Bone, Bones } from '../../ui/bones.tsx'
import { Button } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import '../shell/staff.css'

/** The frame while it is found out who is there. */
export function StaffBones() {
  return (
    <div className="staff">
      <div className="staff-top" />
      <div className="bar on-deep" />
      <main id="main" className="staff-main">
        <Bones label="Loading your pages">
          <Bone as="big" />
          <Bone as="wide" />
          <Bone as="line" />
          <Bone as="line" />
          <Bone as="part" />
        </Bones>
      </main>
    </div>
  )
}

/** What staff see instead of a page that could not be loaded. */
export function StaffFailure({ error }: { error: unknown }) {
  const said =
    isRouteErrorResponse(error) && typeof error.data?.message === 'string' ? error.data.message : null
  return (
    <main id="main">
      <Screen
        title={said ?? 'Something went wrong.'}
        actions={
          <Button type="button" look="do" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        {said ? null : 'It is our fault, not yours. A moment later it often works.'}
      </Screen>
    </main>
  )
}
