import './switch.css'

/** Something that is on or off, thrown at once: the button of its own form. `of` is whose it is. */
export function Switch({ label, of, on }: { label: string; of: string; on: boolean }) {
  return (
    <button className="switch" role="switch" aria-checked={on} aria-label={`${label}: ${of}`}>
      <span className="switch-track" aria-hidden="true" />
      <span aria-hidden="true">{label}</span>
    </button>
  )
}
