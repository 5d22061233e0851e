import { href } from 'react-router'

import { clock, config } from '../../../platform/context.ts'
import type { Route } from './+types/security.txt.ts'

const day = 86_400_000
/** Days until the file expires. RFC 9116 §2.5.5 recommends less than a year. */
const validDays = 180

/** Serves a text that says where to report a security problem (RFC 9116). */
export function loader({ context }: Route.LoaderArgs) {
  const { contact_email, site_url } = context.get(config)
  const at = (path: string) => new URL(path, site_url).href
  const expires = new Date(Math.ceil(context.get(clock)().getTime() / day + validDays) * day)
  const lines = [
    `Contact: mailto:${contact_email}`,
    `Contact: ${at(href('/contact'))}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${at(href('/.well-known/security.txt'))}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
