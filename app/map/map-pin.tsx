/** The figure cut in the turf, on a pin whose tip is the place. */
export function PinShape() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
      <path
        className="pin-shape"
        d="M22 43C12 32 6 26 6 17a16 16 0 0 1 32 0c0 9-6 15-16 26z"
        strokeWidth="2"
      />
      <svg x="13" y="6" width="18" height="22" className="pin-figure">
        <use href="#figure" />
      </svg>
    </svg>
  )
}
