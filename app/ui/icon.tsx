import { dashedIcons, type IconName, icons } from './icons.ts'

/** A line icon. It says nothing by itself: the word beside it does, or the control's own label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} strokeDasharray={dashedIcons.has(name) ? '3 3.4' : undefined} />
    </svg>
  )
}
