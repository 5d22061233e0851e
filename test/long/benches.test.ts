import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Returns the output of a bench in its short form. Fails if the bench did not measure a figure. */
async function bench(name: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`bench/${name}.ts`, '--short'])
  expect(stdout).not.toMatch(/NaN|Infinity|undefined/)
  expect(stdout).toMatch(/\n(All aims are met\.|Missed: .+)\n$/)
  return stdout
}

test('the bench `scale` measures each answer, a cached page and the memory of the processes', {
  timeout: 600_000,
}, async () => {
  const output = await bench('scale')
  const answers = output.match(
    /^(search|a vineyard|largest vineyard|all vineyards|saving).* {2}(met|missed)$/gm,
  )
  expect(answers?.length).toBeGreaterThan(20)
  expect(output).toMatch(/, [\d.]+ times a bare node:http/)
  expect(output).toMatch(/Memory at most: site [1-9]\d+ MB .*\sworker [1-9]\d+ MB/)
})

test('the bench of the first start waits for the first page', { timeout: 600_000 }, async () => {
  expect(await bench('first')).toMatch(/first page of a clone: [\d.]+ s/)
})

test('the bench of page weight measures the home page', { timeout: 600_000 }, async () => {
  expect(await bench('weight')).toMatch(/^home( +\d+){5} +[\d.]+ ×( +[\d.]+){4}$/m)
})
