/**
 * A screen to take a picture of. If the selector `link` is given, its first match on `path` leads to the screen. With
 * `isWhole`, the picture shows the whole page and not only its top.
 */
type Screen = { path: string; link?: string; isWhole?: boolean; widths?: readonly number[] }

/** The widths of the pictures in pixels: of a phone and of a desktop. */
export const widths = [390, 1280]

const form = '/book-now/de510001-0000-4000-8000-000000000000?experience=de510001-0000-4000-8000-000000000002'

/** The screens that the README and the guide show, by the names of their pictures. */
export const screens: Record<string, Screen> = {
  'bookings-book-now': { path: form, isWhole: true },
  'explore-explore': { path: '/explore', widths: [1280] },
  widget: { path: '/embed/de510001-0000-4000-8000-000000000000' },
  'explore-vineyard': { path: '/vineyard/de510001-0000-4000-8000-000000000000' },
  'winemaker-availability': { path: '/winemaker/experiences', link: '.offer a[href$="/availability"]' },
  'winemaker-bookings': { path: '/winemaker/bookings' },
  'winemaker-calendar': { path: '/winemaker/calendar' },
  'winemaker-calendar-sync': { path: '/winemaker/calendar-sync' },
  'winemaker-customer': { path: '/winemaker/customers', link: 'table tbody th a' },
  'winemaker-dashboard': { path: '/winemaker/dashboard' },
  'winemaker-new-booking': { path: '/winemaker/bookings?new=1' },
  'winemaker-new-experience': { path: '/winemaker/experiences/new' },
  'winemaker-reports': { path: '/winemaker/reports' },
  'winemaker-team': { path: '/winemaker/team' },
  'winemaker-today': { path: '/winemaker/today' },
  'winemaker-till': { path: '/winemaker/till' },
  'winemaker-vineyard-edit': { path: '/winemaker/vineyard/edit' },
}

/** Returns the names of the files that `npm run screenshots` writes. */
export function filesOfScreens(): string[] {
  return Object.entries(screens).flatMap(([name, screen]) =>
    (screen.widths ?? widths).map((width) => `${name}-${width}.webp`),
  )
}
