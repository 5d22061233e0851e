import { href, Link } from 'react-router'

import { attempt } from '../../platform/attempt.server.ts'
import { database, log } from '../../platform/context.ts'
import { findPostcodeList } from '../../catalogue/locations/postcode.server.ts'
import { pageHead } from '../../ui/page/head.ts'
import { ProsePage } from '../../content/site/components/prose-page.tsx'
import type { Route } from './+types/sources.ts'

/** Loads the description of the list of postcodes, whose licence requires a credit of its own. */
export async function loader({ context }: Route.LoaderArgs) {
  const list = await attempt(context.get(log), 'The list of postcodes could not be read', () =>
    findPostcodeList(context.get(database)),
  )
  return { postcodes: list.ok ? list.value : null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Data and sources',
    description:
      'Where the entries on Chalk & Vine come from, what Verified and Unverified mean, how a vineyard claims or corrects its page, and who made the maps.',
    path: href('/sources'),
    matches,
  })

export default function Sources({ loaderData: { postcodes } }: Route.ComponentProps) {
  return (
    <ProsePage
      title="Data and sources"
      gist="Most entries here are real vineyards, compiled from public information. A few are fictional and labelled as such."
    >
      <h2>The real vineyards</h2>
      <p>
        We compiled the directory from public information: each vineyard’s name, town and county, its
        approximate position, and its website if we are sure of it. Positions are accurate to about half a
        mile.
      </p>
      <p>
        These entries are marked <strong>Unverified</strong>: the vineyard has not checked them. We leave out
        what we do not know. Prices, opening times, phone numbers, pictures and descriptions only appear once
        the vineyard has given them to us. A listing does not mean that the vineyard takes visitors or has any
        connection with this site.
      </p>

      <h2>If it is your vineyard</h2>
      <ul>
        <li>
          <strong>Claim it.</strong> Open your vineyard’s page and choose “Claim This Vineyard”. Once we have
          confirmed that it is yours, we mark the page Verified and you decide what it says.
        </li>
        <li>
          <strong>Correct it.</strong> A closed cellar door, a wrong town, a new name: tell us through the{' '}
          <Link to={href('/contact')}>contact page</Link> and we will change it.
        </li>
        <li>
          <strong>Take it down.</strong> If you would rather not be listed, say so there, and the page is
          hidden.
        </li>
      </ul>

      <h2>The demonstration estates</h2>
      <p>
        Some installations of this site also show a few fictional estates, so that you can see a full page and
        try a booking from start to finish. Each is labelled “Demonstration estate” and uses addresses at{' '}
        <code>example.com</code>, which belong to nobody. Their names, stories, prices and pictures are made
        up. A booking there is stored like any other, but there is no vineyard to visit.
      </p>

      <h2>Maps and places</h2>
      <ul>
        <li>
          The coastline is map data ©{' '}
          <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>, available under
          the <a href="https://opendatacommons.org/licenses/odbl/1-0/">Open Database Licence</a>. We
          simplified it.
        </li>
        <li>
          Towns and their positions are from <a href="https://www.geonames.org/">GeoNames</a>, licensed under{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. We selected the towns and
          assigned their counties.
        </li>
        <li>
          Borders between countries are from <a href="https://www.naturalearthdata.com/">Natural Earth</a>,
          which is in the public domain.
        </li>
        <li>
          Rivers and lakes are from <a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a> 2.3.7 by
          Paul Wessel and Walter H. F. Smith, licensed under the{' '}
          <a href="https://www.gnu.org/licenses/lgpl-3.0.html">GNU Lesser General Public Licence</a>, version
          3 or later. We selected and simplified them. The large rivers are accurate to about a third of a
          mile.
        </li>
        <li>
          The centres of postcode districts such as CT1 are computed from Ordnance Survey’s Code-Point Open of
          2014. They contain OS data © Crown copyright and database right 2014, Royal Mail data © Royal Mail
          copyright and database right 2014, and National Statistics data © Crown copyright and database right
          2014, licensed under the{' '}
          <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/">
            Open Government Licence v3.0
          </a>
          . We rounded them to three decimals.
        </li>
        <li id="stations">
          The railway stations of Great Britain are from{' '}
          <a href="https://github.com/davwheat/uk-railway-stations">uk-railway-stations</a> by David Wheatley,
          made from <a href="https://github.com/trainline-eu/stations">Trainline EU’s list</a>, which uses
          data of OpenStreetMap, SNCF, GeoNames and Digitraffic, available under the{' '}
          <a href="https://opendatacommons.org/licenses/odbl/1-0/">Open Database Licence</a>. Other stops, and
          stations in Northern Ireland, are from NaPTAN where they are loaded, licensed under the{' '}
          <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/">
            Open Government Licence v3.0
          </a>
          . We have no timetables: distances and times are estimated from straight lines, with people walking
          2½ to 3 miles in an hour, and roads up to 1.6 times as long as the line.
        </li>
        {postcodes && (
          <li>
            Postcodes and their positions contain OS data © Crown copyright and database right{' '}
            {postcodes.year}, Royal Mail data © Royal Mail copyright and database right {postcodes.year}, and
            National Statistics data © Crown copyright and database right {postcodes.year}, licensed under the{' '}
            <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/">
              Open Government Licence v3.0
            </a>
            .
          </li>
        )}
      </ul>

      <h2>Fonts and pictures</h2>
      <p>
        Headings are set in Besley, © 2020 The Besley Project Authors, under the{' '}
        <a href="https://openfontlicense.org/">SIL Open Font Licence</a>. The landscapes are drawings made for
        this site; none shows a real place.
      </p>

      <h2>Software</h2>
      <p>
        The packages that this site is made with, and their licences, are in the{' '}
        <a href="/third-party-notices.txt">third-party notices</a>.
      </p>
    </ProsePage>
  )
}
