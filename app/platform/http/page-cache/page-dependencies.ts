/**
 * What a cached page depends on, collected while it renders. A subject is something that may change: a vineyard (by its id),
 * the posts, the catalogue.
 */
export class PageDependencies {
  /** Milliseconds by the process's clock. The page contains all changes from before. */
  read_at: number
  readonly subjects: Set<string>
  /** The instant (ms since the epoch) at which something on the page stops being true. */
  ends_at = Number.POSITIVE_INFINITY
  /** The page shows places, so no cache may show it after a change. */
  is_strict = false
  /** False if a part of the page failed to render: then it is not cached. */
  is_complete = true

  constructor(read_at: number, subjects: string[]) {
    this.read_at = read_at
    this.subjects = new Set(subjects)
  }

  /** Records that a part of the page was read as of that moment. */
  readAsOf(moment: number): void {
    this.read_at = Math.min(this.read_at, moment)
  }

  dependOn(subjects: Iterable<string>): void {
    for (const subject of subjects) this.subjects.add(subject)
  }

  /** Records that the page shows places that are right until that instant. */
  expireAt(instant: Date): void {
    this.is_strict = true
    this.ends_at = Math.min(this.ends_at, instant.getTime())
  }
}
