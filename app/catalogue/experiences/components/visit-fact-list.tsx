import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import { isAnyFactKnown, type VisitFacts } from '../experience-facts.ts'

const FactSubjects = lazyPart(() => import('../../facts/components/fact-subjects.tsx'))

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
  if (!isAnyFactKnown(facts)) return null
  const list = <FactSubjects visit={facts} />
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
