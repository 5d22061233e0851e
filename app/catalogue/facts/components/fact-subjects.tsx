import { Icon } from '../../../ui/pictures/icon.tsx'
import type { VisitFacts } from '../../experiences/experience-facts.ts'
import { statedWhen } from '../facts.ts'
import { factsBySubject } from '../subjects.ts'

/** Lists the facts of a visit by subject, with the month in which the vineyard stated them. Never names a person. */
export default function FactSubjects({ visit }: { visit: VisitFacts }) {
  const subjects = factsBySubject(visit)
  const when = statedWhen(subjects.flatMap(({ lines }) => lines))
  return (
    <>
      <dl className="fact-subjects">
        {subjects.map(({ label, icon, lines }) => (
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
      {when && <p className="soft small stated-when">{when}</p>}
    </>
  )
}
