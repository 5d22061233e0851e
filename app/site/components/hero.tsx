import { Form, href } from 'react-router'

import { emptySearch } from '../../search/search-url.ts'
import { PlaceSearch } from '../../search/components/place-search.tsx'
import { siteName } from '../../ui/head.ts'
import { Prospect } from '../../ui/scene.tsx'

/** The name on the sky, and the search. */
export function Hero() {
  return (
    <section className="hero" aria-labelledby="name">
      <div className="wrap">
        <h1 id="name">{siteName}</h1>
        <p className="lede">
          Discover the vineyards of the UK. Walk the rows, taste what grew there, book it in a minute.
        </p>
        <Form action={href('/explore')}>
          <PlaceSearch query={emptySearch} />
        </Form>
      </div>
      <Prospect name="hero" className="hero-scene scene" />
    </section>
  )
}
