import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

type Node = { type: string; callee?: Node; property?: { name?: string }; arguments?: Node[] }

const childrenOf = (node: Node) =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')

const waits = (node: Node): boolean =>
  node.type === 'AwaitExpression' || (!/Function/.test(node.type) && childrenOf(node).some(waits))

/** Returns the number of lists for Promise.all that wait while the list is made, outside functions in the list. */
function countWaitingLists(node: Node): number {
  const isAll = node.type === 'CallExpression' && node.callee?.property?.name === 'all'
  const isWaiting = isAll && node.arguments?.some((list) => list.type === 'ArrayExpression' && waits(list))
  return childrenOf(node).reduce((count, child) => count + countWaitingLists(child), isWaiting ? 1 : 0)
}

const countIn = (path: string, text: string) =>
  countWaitingLists(parseSync(path, text).program as unknown as Node)

// A promise of the list that is rejected meanwhile would be an unhandled rejection.
test('no list of promises waits for one of them before Promise.all handles the others', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((path) => !/\.test\./.test(path))
  expect(files.filter((path) => countIn(path, readFileSync(path, 'utf8')) > 0)).toEqual([])
  expect(countIn('a.ts', 'await Promise.all([read(), more ? list(await find()) : []])')).toBe(1)
  expect(countIn('a.ts', 'await Promise.all([read(), (async () => list(await find()))()])')).toBe(0)
})
