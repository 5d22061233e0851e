import { type ChangeEvent, useState } from 'react'

/** The problems of a refusal, less those of the fields that were edited since: `onEdit` hears of every edit. */
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
