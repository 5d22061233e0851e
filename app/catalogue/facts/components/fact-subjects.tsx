import { Icon } from '../../../ui/pictures/icon.tsx'
import type { VisitFacts } from '../../experiences/visit-facts.ts'
import { factsBySubject, statedWhen } from '../facts.ts'

/** Lists the facts of a visit by subject, with the month in which the vineyard stated them. Never names a person. */
export default function FactSubjects({ visit }: { visit: VisitFacts }) {
  return (
    <>
      <dl className="fact-subjects">
        {factsBySubject(visit).map(({ label, icon, lines }) => (
          <div key={label}>
            <dt>
              <Icon name={icon} />
              {label}
            </dt>
            {lines.map(({ text, detail }) => (
              <dd key={text}>
                {text}
                {detail && <span className="soft">{detail}</span>}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {visit.facts.length > 0 && <p className="soft small stated-when">{statedWhen(visit.facts)}</p>}
    </>
  )
}
