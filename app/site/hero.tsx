import { Form, href } from 'react-router'

import { siteName } from '../ui/head.ts'
import { Prospect } from '../ui/scene.tsx'
import { SearchBox } from '../ui/search-box.tsx'

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
          <SearchBox
            id="search"
            name="search"
            label="Search by location or Vineyard name"
            button="Find Vineyards"
          />
        </Form>
      </div>
      <Prospect name="hero" className="hero-scene scene" />
    </section>
  )
}
