import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { listVisitFacts, type VisitFacts } from '../visit-facts.ts'

const StatedFacts = lazyPart(() => import('../../facts/components/stated-facts.tsx'))

/** Lists the known facts about a visit, below an optional heading. Shows nothing if no fact is known. */
export default function VisitFactList({
  facts,
  heading,
  level: Heading = 'h2',
}: {
  facts: VisitFacts
  heading?: string
  level?: 'h2' | 'h3'
}) {
  const known = listVisitFacts(facts)
  if (known.length === 0 && facts.facts.length === 0) return null
  const list = (
    <>
      {known.length > 0 && (
        <dl className="visit-facts">
          {known.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {facts.facts.length > 0 && <StatedFacts facts={facts.facts} />}
    </>
  )
  if (heading === undefined) return list
  return (
    <section className="before-visit" aria-labelledby="before-visit">
      <Heading id="before-visit" className="as-h3">
        {heading}
      </Heading>
      {list}
    </section>
  )
}
