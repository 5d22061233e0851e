import { expect, test } from 'vitest'

import { productionSettings as production } from '../../test/production-settings.ts'
import { ConfigError, readConfig } from './config.server.ts'

test('without settings, the site runs on this machine with both catalogues', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    site_url: 'http://localhost:3000',
    database_url: undefined,
    catalogue: 'both',
  })
  expect(readConfig(production).catalogue).toBe('directory')
})

test('invents contact details and social links only outside production', () => {
  expect(readConfig({ CONTACT_PHONE: '01622 123456' })).toMatchObject({
    company_name: expect.stringContaining('Demonstration'),
    contact_phone: '01622 123456',
    contact_address: expect.stringContaining('Example Street'),
  })
  expect(Object.keys(readConfig({}).social)).toEqual(['Facebook', 'Instagram', 'YouTube'])
  expect(readConfig(production)).toMatchObject({ contact_phone: undefined, social: {} })
})

test('names, in one error, all missing details that a production site has to show', () => {
  for (const name of ['SITE_URL', 'COMPANY_NAME', 'CONTACT_ADDRESS', 'CONTACT_EMAIL'])
    expect(() => readConfig({ NODE_ENV: 'production', LOCAL_WEBHOOKS: 'yes' })).toThrow(
      `${name}: must be set in production`,
    )
  expect(() => readConfig({ ...production, CONTACT_ADDRESS: '' })).toThrow(
    /^These settings are not valid:\n  CONTACT_ADDRESS: [^\n]+$/,
  )
})

test('treats an empty value as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', CONTACT_EMAIL: '' })).toMatchObject({
    port: 3000,
    database_url: undefined,
  })
})

test('names every invalid value in one error', () => {
  const bad = {
    PORT: 'abc',
    MAX_WAITING: '-1',
    CATALOGUE: 'all',
    DATABASE_URL: 'mysql://x',
    SITE_URL: 'vines',
    CONTACT_EMAIL: 'nobody',
    SOCIAL_TIKTOK_URL: 'javascript:alert(1)',
  }
  expect(() => readConfig(bad)).toThrow(ConfigError)
  for (const name of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(name)
})

test('always lists social networks in the same order', () => {
  const { social } = readConfig({
    ...production,
    SOCIAL_YOUTUBE_URL: 'https://youtube.example/x',
    SOCIAL_FACEBOOK_URL: 'https://facebook.example/x',
  })
  expect(Object.keys(social)).toEqual(['Facebook', 'YouTube'])
})

test('an external map needs one URL and an attribution, and lists its origins', () => {
  expect(readConfig({}).map).toBeNull()
  const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png'
  expect(readConfig({ MAP_TILES_URL: tiles, MAP_ATTRIBUTION: 'Somebody' }).map).toEqual({
    kind: 'tiles',
    url: tiles,
    attribution: 'Somebody',
    attribution_url: null,
    origins: ['https://tiles.example.com'],
    asset_origins: ['https://tiles.example.com'],
  })
  const style = {
    MAP_STYLE_URL: 'https://maps.example.com/style.json?key=1',
    MAP_ATTRIBUTION: 'Somebody',
    MAP_ATTRIBUTION_URL: 'https://maps.example.com/about',
    MAP_ORIGINS: 'https://a.example.com  https://maps.example.com',
  }
  expect(readConfig(style).map?.origins).toEqual(['https://maps.example.com', 'https://a.example.com'])

  const reading = (env: Record<string, string>) => () => readConfig(env)
  expect(reading({ MAP_TILES_URL: 'https://t.example.com/{z}/{x}.png', MAP_ATTRIBUTION: 'x' })).toThrow('{y}')
  expect(reading({ MAP_TILES_URL: tiles })).toThrow('MAP_ATTRIBUTION')
  expect(reading({ MAP_TILES_URL: 'https://t.example.com/uk.mbtiles' })).toThrow('.pmtiles')
  expect(reading({ ...style, MAP_TILES_URL: tiles })).toThrow('MAP_TILES_URL')
  expect(reading({ ...style, MAP_ORIGINS: 'https://a.example.com/path' })).toThrow('MAP_ORIGINS')
})

test('an archive of Protomaps has a default attribution and needs no other origin', () => {
  const archive = 'https://tiles.example.com/uk.pmtiles?v=2'
  expect(readConfig({ MAP_TILES_URL: archive }).map).toEqual({
    kind: 'archive',
    url: archive,
    attribution: 'Protomaps',
    attribution_url: 'https://protomaps.com',
    origins: ['https://tiles.example.com'],
    asset_origins: [],
  })
  const ours = { MAP_TILES_URL: archive, MAP_ATTRIBUTION: 'Our own extract' }
  expect(readConfig(ours).map).toMatchObject({ attribution: 'Our own extract', attribution_url: null })
  expect(() => readConfig({ ...ours, MAP_ORIGINS: 'https://fonts.example.com' })).toThrow('MAP_ORIGINS')
})

test('requires encryption keys of 32 bytes for two-step sign-in with an external database', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  expect(readConfig({}).secrets_keys).toEqual([])
  expect(readConfig({ SECRETS_KEY: `${key}, ${key}` }).secrets_keys.map(({ length }) => length)).toEqual([
    32, 32,
  ])
  expect(() => readConfig({ SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY: must be 32 random bytes in base64')
  const shared = { DATABASE_URL: 'postgres://db.example.com/vines', REQUIRE_TWO_STEP: 'yes' }
  expect(() => readConfig(shared)).toThrow('SECRETS_KEY: must be set')
  expect(readConfig({ ...shared, SECRETS_KEY: key }).require_two_step).toBe(true)
})
