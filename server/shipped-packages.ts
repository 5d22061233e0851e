import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of the lock file. A package with `os` is installed only on that operating system. */
export type LockedPackage = {
  version: string
  license?: string
  os?: string[]
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Returns the packages that run in production or are part of the code that browsers load, by their path in the lock file. */
export function findShippedPackages(root: string): Map<string, LockedPackage> {
  const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const lock: Record<string, LockedPackage> = readJson('package-lock.json').packages
  const own: LockedPackage = readJson('package.json')
  const sources = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  const imported = sources.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:from|import\() ?'((?:@[\w.-]+\/)?[\w.-]+)(?=[/'])/g,
      ),
    ].map(([, name = '']) => name),
  )
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const path = resolve(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = lock[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, path)
  }
  for (const name of [...imported, ...Object.keys(own.dependencies ?? {})]) visit(name, '')
  // Adds Node, which the Docker image contains without the package that installs it.
  found.add('node_modules/node')
  return new Map(
    [...found].toSorted().flatMap((path) => {
      const locked = lock[path]
      // Packages for development are left out, because the site imports only their types.
      return locked && !locked.dev ? [[path, locked]] : []
    }),
  )

  /** Returns the path of a package as Node finds it from another package, or undefined if it is not locked. */
  function resolve(name: string, from: string): string | undefined {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
      const path = join(at, 'node_modules', name)
      if (path in lock) return path
      if (at === '') return undefined
    }
  }
}

/** Returns the name of the package at a path of the lock file. */
export function packageNameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
