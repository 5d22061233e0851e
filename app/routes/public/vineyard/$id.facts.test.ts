import { expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { makeBookable, makeExperience, makeVineyard } from '../../../../test/make.ts'

const { sql, visit } = await startApp()

async function open(id: string) {
  return { html: await (await visit(`/vineyard/${id}`)).text() }
}

test('shows the practical details that are filled in and leaves out the others', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  await makeExperience(sql, {
    vineyard_id,
    station: 'Polegate, 20 minutes by taxi',
    step_free: 'partly',
    dogs: 'on_lead',
  })
  const { html } = await open(vineyard_id)
  expect(html).toContain('<dd>Station: Polegate, 20 minutes by taxi</dd>')
  expect(html).toContain('<dd>Step-free in parts</dd>')
  expect(html).toContain('<dd>Dogs on a lead</dd>')
  expect(html).not.toContain('Parking:')
})

test('shows facts only once if they are the same for all experiences', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  const parking = 'Free, behind the press house'
  await makeExperience(sql, { vineyard_id, parking, dogs: 'welcome', price_per_person: 10 })
  await makeExperience(sql, { vineyard_id, parking, dogs: 'on_lead', price_per_person: 20 })
  const { html } = await open(vineyard_id)
  expect(html.split(`<dd>Parking: ${parking}</dd>`)).toHaveLength(2)
  expect(html).toMatch(/Dogs welcome.*Dogs on a lead.*For every visit.*behind the press house/s)
})

test('structured data names the facts that an experience states', async () => {
  const { id: vineyard_id } = await makeVineyard(sql)
  await makeExperience(sql, { vineyard_id, dogs: 'assistance_only', parking: 'Free', step_free: 'no' })
  await makeExperience(sql, { vineyard_id, step_free: 'partly', parking: 'Free' })
  const { html } = await open(vineyard_id)
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const winery = JSON.parse(json)['@graph'].find((node: { '@type': string }) => node['@type'] === 'Winery')
  const feature = { '@type': 'LocationFeatureSpecification' }
  expect(winery.amenityFeature).toHaveLength(3)
  expect(winery.amenityFeature).toEqual(
    expect.arrayContaining([
      {
        ...feature,
        name: 'Step-free access',
        value: true,
        description: expect.stringContaining('Not step-free'),
      },
      { ...feature, name: 'Dogs allowed', value: false, description: 'Assistance dogs only' },
      { ...feature, name: 'Parking', value: true, description: 'Free' },
    ]),
  )
})

test('the page of a vineyard without experiences starts with its website and known facts, and ends with the claim', async () => {
  const north = { latitude: 58.9, longitude: -3 }
  const orkney = await makeVineyard(sql, { name: 'Orkney Rows', ...north })
  await makeBookable(sql, { experience: { vineyard_id: orkney.id } })
  const { id } = await makeVineyard(sql, {
    name: 'Real Rows',
    city: 'Thurso',
    region: 'Highland',
    website: 'https://rows.example.com',
    latitude: 58.6,
    longitude: -3.5,
  })
  const { html } = await open(id)
  const order = [
    'Visit their website',
    'Town or village</dt><dd>Thurso',
    'County</dt><dd>Highland',
    'Nearest bookable</dt><dd>',
    '>Orkney Rows</a>, 27\u00a0miles',
    'No description available for this vineyard.',
    'Experiences &amp; Tours',
    'Nearest vineyards you can book',
    'Claim This Vineyard',
  ].map((text) => html.indexOf(text))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(html.match(/Visit their website/g)).toHaveLength(1)
})
