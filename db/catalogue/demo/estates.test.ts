import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { pictureOf } from '../../../app/platform/media/picture.ts'
import { demoEstates } from './estates.ts'
import { patternsOf } from './seasons.ts'
import { pictureRows, vineyardRow } from './load.ts'
import { estatePictures } from './pictures.ts'

const experiences = demoEstates.flatMap((estate) => estate.experiences)
const rows = demoEstates.map(vineyardRow)

test('there are eight estates in six regions, each with three to five experiences of different types', () => {
  expect(demoEstates).toHaveLength(8)
  expect(new Set(demoEstates.map(({ region }) => region)).size).toBe(6)
  for (const estate of demoEstates) {
    expect(estate.experiences.length).toBeGreaterThanOrEqual(3)
    expect(estate.experiences.length).toBeLessThanOrEqual(5)
    expect(new Set(estate.experiences.map(({ type }) => type)).size).toBe(estate.experiences.length)
  }
})

test('the README gives the number of real vineyards and of demonstration estates that load', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, vineyards, estates] =
    /(\d+) real vineyards[^.]*?(\d+)\s+demonstration\s+estates/.exec(readme) ?? []
  const directory = readFileSync(new URL('../vineyards.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect([Number(vineyards), Number(estates)]).toEqual([directory.length - 1, demoEstates.length])
})

test('every estate says that it is made up, and its addresses and numbers cannot be real', () => {
  for (const row of rows) {
    expect(row.description).toMatch(/\n\nDemonstration estate: [^\n]*made up[^\n]*\.$/)
    expect(row).toMatchObject({ is_demo: true, is_verified: true, is_visible: true })
    expect(row.phone).toMatch(/^01632 960\d{3}$/)
    expect(row.email).toMatch(/@[a-z-]+\.example\.com$/)
    const links = [
      row.website,
      row.facebook_url,
      row.instagram_url,
      row.twitter_url,
      row.linkedin_url,
      row.tiktok_url,
    ]
    for (const link of links) if (link) expect(new URL(link).hostname).toMatch(/(^|\.)example\.com$/)
    // No real outcode ends in 00.
    expect(row.postcode).toMatch(/^[A-Z]{2}00 \d[A-Z]{2}$/)
  }
})

test('every estate has a cover in every size and format, and a logo', () => {
  for (const row of rows) {
    const { src, avif = '', webp = '' } = pictureOf(row.cover_image_url) ?? { src: '' }
    const files = [
      src,
      row.logo_url ?? '',
      ...`${avif}, ${webp}`.split(', ').map((one) => one.split(' ')[0] ?? ''),
    ]
    expect(files).toHaveLength(8)
    expect(files.filter((file) => !existsSync(`public${file}`))).toEqual([])
  }
  expect(Object.keys(estatePictures)).toEqual(demoEstates.map(({ slug }) => slug))
})

test('three estates have a gallery, one of them with eight pictures, and every picture is labelled as an illustration', () => {
  const galleries = demoEstates.map(pictureRows)
  expect(galleries.map(({ length }) => length)).toEqual([8, 5, 3, 1, 1, 1, 1, 1])
  for (const { address, alt } of galleries.flat()) {
    expect(alt).toMatch(/^Illustration: \S/)
    const { avif = '', webp = '' } = pictureOf(address) ?? {}
    const files = `${avif}, ${webp}`.split(', ').map((one) => one.split(' ')[0] ?? '')
    expect(files.filter((file) => !existsSync(`public${file}`))).toEqual([])
  }
})

test('lengths, prices and group sizes cover a wide range', () => {
  const lengths = experiences.flatMap(({ duration_minutes }) => duration_minutes ?? [])
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([45, 240])
  expect(lengths).toHaveLength(experiences.length - 1)
  const prices = experiences.map(({ price_per_person }) => price_per_person)
  expect([Math.min(...prices), Math.max(...prices)]).toEqual([12, 120])
  expect(experiences.filter(({ max_group_size }) => max_group_size === null)).toHaveLength(1)
  expect(experiences.some(({ min_group_size }) => min_group_size === 4)).toBe(true)
  expect(new Set(experiences.map(({ is_instant }) => is_instant === true)).size).toBe(2)
})

test('the smallest party fits into every start of its experience', () => {
  for (const experience of experiences) {
    const smallest = experience.min_group_size ?? 1
    expect(smallest).toBeLessThanOrEqual(experience.max_group_size ?? 10)
    const patterns = patternsOf(experience, '2026-11-21')
    expect(patterns.length).toBeGreaterThan(0)
    for (const { capacity } of patterns) expect(capacity).toBeGreaterThanOrEqual(smallest)
  }
})
