import { data, href } from 'react-router'

import { accentStyle, type Scheme } from './accent.ts'
import { frameAncestors } from './widget.ts'

/** The id of the frame's route. The pages in the frame and the content security policy read its loader data. */
export const frameRouteId = 'routes/public/embed/$vineyard'

/**
 * The data that all pages in a frame share. It comes from the first URL, because later URLs lack theme and experience.
 */
export type FrameView = {
  /** The sources of `frame-ancestors`. */
  ancestors: string[]
  /** The vineyard's accent colour as a style sheet. */
  style: string | null
  /** The colour scheme that the website asked for, or null to follow the device. */
  theme: Scheme | null
  /** Whether the guest chose among several experiences, and may choose again. */
  may_choose: boolean
}

/** Returns the data that the pages in a frame share. `settings` is null unless the vineyard is visible. */
export function frameView(
  settings: { sites: string[]; accent_colour: string | null } | null,
  { url, production }: { url: string; production: boolean },
): FrameView {
  const { pathname, searchParams } = new URL(url)
  const asked = searchParams.get('theme')
  const theme = asked === 'light' || asked === 'dark' ? asked : null
  return {
    ancestors: frameAncestors(settings, production),
    style: settings?.accent_colour ? accentStyle(settings.accent_colour, theme) : null,
    theme,
    may_choose: !pathname.endsWith('/book'),
  }
}

type Framed = { id: string; name: string; is_verified: boolean }

/**
 * Throws a refusal unless the vineyard is visible, verified and has visits. `vineyard` is undefined for a hidden vineyard. The
 * error page has one sentence and a link.
 */
export function requireBookable(vineyard: Framed | undefined, hasVisits: boolean): asserts vineyard {
  if (!vineyard)
    throw refusal('This vineyard cannot be booked here.', href('/explore'), 'Vineyards on Chalk & Vine')
  if (vineyard.is_verified && hasVisits) return
  const sentence = vineyard.is_verified
    ? `${vineyard.name} has nothing to book at the moment.`
    : `${vineyard.name} cannot be booked online yet.`
  throw refusal(sentence, href('/vineyard/:id', { id: vineyard.id }), `See ${vineyard.name}`)
}

/** Returns the error to throw if an experience is no longer offered. */
export function experienceGone(vineyard: string) {
  const to = href('/embed/:vineyard', { vineyard })
  return refusal('This experience cannot be booked at the moment.', to, 'Other experiences')
}

function refusal(message: string, to: string, label: string) {
  return data({ message, to, label }, { status: 404 })
}
