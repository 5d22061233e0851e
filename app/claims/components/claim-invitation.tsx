import { href, Link } from 'react-router'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import type { Vineyard } from '../../vineyards/vineyard.ts'

/** Beside an unverified entry: where it comes from and how its people take it over. `form` is an outside one. */
export function ClaimInvitation({ vineyard, form }: { vineyard: Pick<Vineyard, 'id'>; form: string | null }) {
  return (
    <div className="row claim">
      {form ? (
        <ButtonAnchor small href={form} target="_blank" rel="noopener">
          Claim This Vineyard
        </ButtonAnchor>
      ) : (
        <ButtonLink small to={href('/vineyard/:id/claim', { id: vineyard.id })}>
          Claim This Vineyard
        </ButtonLink>
      )}
      <p className="soft small">
        Not looked after by the vineyard itself yet. <Link to={href('/sources')}>Where this comes from</Link>
      </p>
    </div>
  )
}
