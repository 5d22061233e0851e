import { Badge } from '../../ui/badge.tsx'
import { type Vineyard, verification } from '../vineyard.ts'

/** Verified or Unverified, always in words. */
export function VineyardBadge({ vineyard }: { vineyard: Pick<Vineyard, 'is_verified'> }) {
  return (
    <Badge tone={vineyard.is_verified ? 'yes' : 'no'} icon={vineyard.is_verified ? 'verified' : 'ring'}>
      {verification(vineyard)}
    </Badge>
  )
}

/** Said wherever a made-up estate appears, so that nobody drives there. */
export function DemoRibbon({ vineyard }: { vineyard: Pick<Vineyard, 'is_demo'> }) {
  if (!vineyard.is_demo) return null
  return (
    <Badge tone="note" icon="info">
      Demonstration estate
    </Badge>
  )
}
