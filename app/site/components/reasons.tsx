import { href } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { Prospect } from '../../ui/scene.tsx'

const reasons = [
  {
    picture: 'place',
    title: 'Curated Locations',
    text: 'From the Sussex chalk to the Welsh borders. We say which estates have checked their own page, and which have not.',
  },
  {
    picture: 'glass',
    title: 'Premium Experiences',
    text: 'Cellar-door tastings, walks along the rows, long harvest lunches: each with its price, its length and its group size.',
  },
  {
    picture: 'date',
    title: 'Easy Booking',
    text: 'Pick a day, pick a time, say how many. No account, and a link to cancel if the plan changes.',
  },
] as const

/** Three cards on why to book here. */
export function Reasons() {
  return (
    <section className="wrap section" aria-label="Why book here">
      <div className="reasons">
        {reasons.map(({ picture, title, text }) => (
          <div key={title}>
            <Prospect name={picture} className="vig" />
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The call to go and look. */
export function Invitation() {
  return (
    <section className="band on-deep" aria-labelledby="invitation">
      <Prospect name="contours" className="contours" />
      <div className="wrap">
        <h2 id="invitation">There is a vineyard nearer than you think</h2>
        <p>Look by county, by name, or by the kind of afternoon you have in mind.</p>
        <div className="row">
          <ButtonLink variant="chalk" to={href('/explore')}>
            Explore Vineyards
          </ButtonLink>
          <ButtonLink to={href('/blog')}>Read Our Blog</ButtonLink>
        </div>
      </div>
    </section>
  )
}
