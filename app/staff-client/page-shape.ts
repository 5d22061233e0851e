import type { PageShape } from '../ui/staff-skeleton.tsx'

/** By the last word of an address; most pages are lists. */
const shapes: Record<string, PageShape> = {
  dashboard: 'figures',
  reports: 'figures',
  calendar: 'month',
  availability: 'month',
  new: 'form',
  edit: 'form',
  create: 'form',
  import: 'form',
  privacy: 'form',
  vineyard: 'panels',
  system: 'panels',
}

/** What the page at an address looks like from afar, so that its bones stand where it will. */
export function shapeOf({ pathname, search }: { pathname: string; search: string }): PageShape {
  const last = pathname.split('/').at(-1) ?? ''
  if (new URLSearchParams(search).has('new')) return 'form'
  // One thing of its kind is told in panels.
  return shapes[last] ?? (/^[0-9a-f-]{36}$/.test(last) ? 'panels' : 'list')
}
