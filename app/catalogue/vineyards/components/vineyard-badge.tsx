import { Badge } from '../../../ui/badge.tsx'
import { type Vineyard, verification } from '../vineyard.ts'

/** A badge with the word Verified or Unverified. A demonstration estate has none, because it is fictional. */
export function VineyardBadge({ vineyard }: { vineyard: Pick<Vineyard, 'is_verified' | 'is_demo'> }) {
  if (vineyard.is_demo) return null
  return (
    <Badge tone={vineyard.is_verified ? 'yes' : 'no'} icon={vineyard.is_verified ? 'verified' : 'ring'}>
      {verification(vineyard)}
    </Badge>
  )
}

/** A ribbon that marks a demonstration estate wherever it appears, so that visitors do not try to drive there. */
export function DemoRibbon({ vineyard }: { vineyard: Pick<Vineyard, 'is_demo'> }) {
  if (!vineyard.is_demo) return null
  return (
    <Badge tone="note" icon="info">
      Demonstration estate
    </Badge>
  )
}
