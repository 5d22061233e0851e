import sharp from 'sharp'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { drawScene } from './scene.ts'
import { readSceneName, type SceneKind, sceneKinds, sceneUrl } from './scene-kind.ts'

const kinds = Object.keys(sceneKinds) as SceneKind[]
const seeds = Array.from({ length: 64 }, (_, seed) => seed)
const all = kinds.flatMap((kind) => seeds.map((seed) => ({ kind, seed, svg: drawScene(kind, seed) })))

test('a kind and a seed always give the same drawing, and another seed gives another drawing', () => {
  for (const { kind, seed, svg } of all.slice(0, 100)) expect(drawScene(kind, seed)).toBe(svg)
  expect(new Set(all.map(({ svg }) => svg)).size).toBe(kinds.length * seeds.length)
})

test('a drawing has at most 12,000 bytes, and 4,000 compressed', () => {
  for (const { kind, seed, svg } of all) {
    expect(Buffer.byteLength(svg), `${kind} ${seed}`).toBeLessThanOrEqual(12_000)
    expect(gzipSync(svg).length, `${kind} ${seed}`).toBeLessThanOrEqual(4000)
  }
})

test('paths, transforms and colours are valid, and no drawing has scripts, styles, links or ids', () => {
  for (const { kind, seed, svg } of all) {
    expect(svg, `${kind} ${seed}`).not.toMatch(
      /NaN|undefined|Infinity|null| id=|<text|<script|<style|href|>[^<]/,
    )
    for (const [, d] of svg.matchAll(/ d="([^"]*)"/g))
      expect(d, `${kind} ${seed}`).toMatch(/^M[MLHVQCATSZlhvqcatszm\d .-]*$/)
    for (const [, moves] of svg.matchAll(/ transform="([^"]*)"/g))
      expect(moves, `${kind} ${seed}`).toMatch(/^(?:(?:translate|scale|rotate)\([\d .-]+\) ?)+$/)
    for (const [, colour] of svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g))
      expect(colour, `${kind} ${seed}`).toMatch(/^(?:none|#[\da-f]{6})$/)
  }
})

test('every kind gives a well-formed SVG of 1600 × 1000 pixels', async () => {
  for (const { svg } of all.filter(({ seed }) => seed % 16 === 0)) {
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    expect({ width, height }).toEqual({ width: 1600, height: 1000 })
  }
})

test('reads the names of drawings, and refuses all other file names', () => {
  for (const kind of kinds) {
    const url = sceneUrl(kind, crypto.randomUUID())
    expect(readSceneName(url.replace('/scenes/', ''))).toMatchObject({ kind })
  }
  for (const name of ['tasting-64.1.svg', 'tasting-1.2.svg', 'constructor-1.1.svg', 'tasting-1.1.png', ''])
    expect(readSceneName(name)).toBeNull()
})
