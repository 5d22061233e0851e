import { Button } from './button.tsx'
import { Conflict, type Difference } from './conflict.tsx'
import { Notice } from './notice.tsx'
import { dropTyped } from './unsaved.tsx'

/** Why a saving came to nothing: a sentence, or what somebody else saved first, by its version. */
export type EditRefused = {
  said: string | null
  conflict: { version: string; differences: Difference[] } | null
}

/**
 * The top of an editor whose saving was refused. What was typed stays; who meets another's changes sees them, and sends
 * their own with `over`, the version that was shown.
 */
export function EditRefusal({
  refused,
  over = { words: 'Save my changes with theirs', does: '' },
}: {
  refused: EditRefused
  /** What going on all the same is called, and what stands before the version then. */
  over?: { words: string; does: string }
}) {
  if (!refused.conflict)
    return (
      <div data-refusal tabIndex={-1}>
        <Notice tone="bad">{refused.said}</Notice>
      </div>
    )
  return (
    <Conflict differences={refused.conflict.differences}>
      <Button name="over" value={over.does + refused.conflict.version} formNoValidate={over.does !== ''}>
        {over.words}
      </Button>
      <Button type="button" variant="text" onClick={dropTyped}>
        Take theirs, drop mine
      </Button>
    </Conflict>
  )
}
