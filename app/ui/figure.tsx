/** The bunch of grapes cut in the turf: logo, placeholder, pin and, not yet cut, the empty state. */
const outline =
  'M8.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM20.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM32.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM44.8 34a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM14.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM26.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM38.8 44.6a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM20.8 55.2a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM32.8 55.2a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM26.8 65.8a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0zM30.6 27.5c0-6 1.6-11.5 5.4-16.5l3.4 2.4c-3 4-4.6 8.6-4.8 14.1zM28 25C18 27 9 22.5 7 12.5c4.5.5 6.5 0 9.5-2.5 5 3.5 9.5 8 11.5 15z'

/** The figure's drawing, once per document; every `<use href="#figure">` on the page shows it. */
export function FigureSymbol() {
  return (
    <svg className="figure-symbol" width="0" height="0" aria-hidden="true" focusable="false">
      <symbol id="figure" viewBox="4 6 56 68">
        <path d={outline} />
      </symbol>
    </svg>
  )
}

export function Figure() {
  return (
    <svg aria-hidden="true" focusable="false">
      <use href="#figure" />
    </svg>
  )
}

/** The round of the logo, beside the name. */
export function LogoMark() {
  return (
    <span className="mark">
      <Figure />
    </span>
  )
}
