import { href, Link } from 'react-router'

import { LogoMark } from '../pictures/drawings.tsx'
import { siteName } from './head.ts'

/** The mark and the name of the site, which lead to the home page. */
export function SiteBrand() {
  return (
    <Link className="brand" to={href('/')}>
      <LogoMark />
      {siteName}
    </Link>
  )
}
