import { type ChangeEvent, Suspense, useState } from 'react'

import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { Refusal } from '../../../ui/page/notice.tsx'
import type { RefusalProps } from './refusal-ways-out.tsx'

/** Shows what the server offers instead: other starts, the booking that was already made, or other visits. */
const WaysOut = lazyPart(() => import('./refusal-ways-out.tsx'))

/** Shows why the form was refused. Only a refusal by the server has alternatives. */
export function RefusalNotice({ today, refusal, onAlternative }: RefusalProps) {
  return (
    <Refusal>
      <p>{refusal.message}</p>
      {refusal.alternatives && (
        <Suspense>
          <WaysOut {...{ today, refusal, onAlternative }} />
        </Suspense>
      )}
    </Refusal>
  )
}

/** Returns the field problems of a refusal, except for fields edited since. Pass `onEdit` to the form's `onChange`. */
export function useCorrected<Name extends string>(
  refusal: object | null | undefined,
  problems: Partial<Record<Name, string>>,
) {
  const [edited, setEdited] = useState<{ since: typeof refusal; names: string[] }>()
  const names = edited?.since === refusal ? edited?.names : undefined
  const open = { ...problems }
  for (const name of names ?? []) delete open[name as Name]
  const onEdit = ({ target }: ChangeEvent<HTMLElement>) => {
    const name = 'name' in target ? String(target.name) : ''
    if (name in open) setEdited({ since: refusal, names: [...(names ?? []), name] })
  }
  return { problems: open, onEdit }
}
