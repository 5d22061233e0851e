import { type IconName, icons } from './icons.ts'

/** A decorative line icon. The text beside the icon, or the label of its control, gives the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} strokeDasharray={name === 'ring' ? '3 3.4' : undefined} />
    </svg>
  )
}
