import type { StatedFact } from '../stated-fact.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { definitionOf, inOrder, statedWhen } from '../facts.ts'

/** Lists what a vineyard states, with the month. Never names a person. */
export default function StatedFacts({ facts }: { facts: readonly StatedFact[] }) {
  return (
    <>
      <dl className="stated-facts">
        {inOrder(facts).map(({ fact, choice, detail }) => {
          const { label, icon, choices } = definitionOf(fact)
          return (
            <div key={fact}>
              <dt>
                <Icon name={icon} />
                {label}
              </dt>
              <dd>
                {choices[choice]}
                {detail && <span className="soft">{detail}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="soft small stated-when">{statedWhen(facts)}</p>
    </>
  )
}
