import { expect, test } from 'vitest'
import { directionsTo, socialLinks, websiteName } from './contact-links.ts'
import { postalAddressOf, locationOf, verification } from './vineyard.ts'

const nowhere = { latitude: null, longitude: null }
const unknown = { address: null, city: null, region: null, postcode: null }

test('the badge says Verified or Unverified', () => {
  expect(verification({ is_verified: true })).toBe('Verified')
  expect(verification({ is_verified: false })).toBe('Unverified')
})

test('the location of a vineyard is its city and region, or only the part that is known', () => {
  expect(locationOf({ city: 'Wye', region: 'Kent' })).toBe('Wye, Kent')
  expect(locationOf({ city: null, region: 'Kent' })).toBe('Kent')
  expect(locationOf({ city: 'London', region: 'London' })).toBe('London')
  expect(locationOf({ city: null, region: null })).toBe('')
})

test('an address does not repeat a part, and is null if only the town and region are known', () => {
  const full = {
    address: 'Combe Lane, Alfriston',
    city: 'Alfriston',
    region: 'East Sussex',
    postcode: 'BN00 1AA',
  }
  expect(postalAddressOf(full)).toBe('Combe Lane, Alfriston, East Sussex, BN00 1AA')
  expect(postalAddressOf({ ...unknown, city: 'Wye', region: 'Kent' })).toBeNull()
  expect(postalAddressOf({ ...unknown, city: 'Wye', postcode: 'TN25 5AA' })).toBe('Wye, TN25 5AA')
})

test('directions lead to the address or, without an address, to the position', () => {
  const address = { ...unknown, address: '1 Row & Lane', postcode: 'TN25 5AA' }
  expect(directionsTo({ ...address, latitude: 51, longitude: 1 })).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=1%20Row%20%26%20Lane%2C%20TN25%205AA',
  )
  expect(directionsTo({ ...unknown, city: 'Wye', latitude: 51.18, longitude: 0.94 })).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=51.18%2C0.94',
  )
  expect(directionsTo({ ...unknown, city: 'Wye', ...nowhere })).toBeNull()
})

test('a website name leaves out scheme, www and the final slash', () => {
  expect(websiteName('https://www.hollowdown.example.com/')).toBe('hollowdown.example.com')
  expect(websiteName('http://example.com/wine/')).toBe('example.com/wine')
})

test('lists only the social networks that have a link, in a fixed order', () => {
  const none = { twitter_url: null, linkedin_url: null, youtube_url: null, facebook_url: null }
  const links = socialLinks({ ...none, tiktok_url: 'https://t.example', instagram_url: 'https://i.example' })
  expect(links).toEqual([
    { label: 'Instagram', url: 'https://i.example' },
    { label: 'TikTok', url: 'https://t.example' },
  ])
})
