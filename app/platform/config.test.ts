import { expect, test } from 'vitest'

import { ConfigError, readConfig } from './config.server.ts'

test('nothing set is a site on this machine with both catalogues', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    site_url: 'http://localhost:3000',
    database_url: undefined,
    catalogue: 'both',
    social: {},
  })
  expect(readConfig({ NODE_ENV: 'production' }).catalogue).toBe('directory')
})

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', CONTACT_EMAIL: '' })).toMatchObject({
    port: 3000,
    database_url: undefined,
  })
})

test('every bad value is named at once', () => {
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

test('the networks that are set keep their order', () => {
  const { social } = readConfig({
    SOCIAL_YOUTUBE_URL: 'https://youtube.example/x',
    SOCIAL_FACEBOOK_URL: 'https://facebook.example/x',
  })
  expect(Object.keys(social)).toEqual(['Facebook', 'YouTube'])
})
