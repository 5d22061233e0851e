/** The site's light and dark colours in a format that email readers support. */
export const colours = {
  page: ['#f7f8f4', '#0d1612'],
  paper: ['#fefefc', '#15201b'],
  line: ['#d1d4c8', '#303d36'],
  ink: ['#192620', '#eceee6'],
  soft: ['#48574e', '#afb5a9'],
  vine: ['#225332', '#a7d398'],
  wash: ['#f9edc6', '#372c15'],
  straw: ['#65440e', '#ebce87'],
  sunken: ['#eaece3', '#070f0c'],
  fill: ['#74192f', '#b43a57'],
  on_fill: ['#fafbf6', '#fafbf6'],
  deep: ['#0e3221', '#0f261b'],
  chalk: ['#fafbf6', '#eceee6'],
  sky: ['#d7e6e6', '#1d3330'],
  far: ['#91ae75', '#33513a'],
  near: ['#4e784a', '#24402b'],
} as const satisfies Record<string, [light: string, dark: string]>

export type Colour = keyof typeof colours

/** CSS rules for email readers that support dark mode. All other readers show the inline light colours. */
export const darkRules = Object.entries(colours)
  .map(
    ([name, [, dark]]) =>
      `.bg-${name}{background-color:${dark}!important}.c-${name}{color:${dark}!important}.b-${name}{border-color:${dark}!important}`,
  )
  .join('')

/** CSS rules for narrow margins on phones. */
export const narrowRules =
  '@media(max-width:480px){.side{padding-left:20px!important;padding-right:20px!important}}'
