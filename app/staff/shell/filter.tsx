import { ListFilter } from '../../ui/list-tools.tsx'

/** One filter, its options by value. */
export function Filter({
  options,
  all = 'All',
  ...filter
}: {
  label: string
  name: string
  value: string
  options: Record<string, string>
  all?: string | null
}) {
  const listed = Object.entries(options).map(([value, label]) => ({ value, label }))
  return <ListFilter {...filter} all={all} options={listed} />
}
