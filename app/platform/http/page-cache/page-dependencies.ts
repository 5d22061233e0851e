/**
 * What is told of a page while it is made, by whoever makes a part of it, so that it can be kept for the next ones who ask.
 * A subject is what may change: a vineyard by its id, the posts, the catalogue.
 */
export class PageDependencies {
  /** Milliseconds by the process's own clock: what changed before is in the page. */
  begun: number
  readonly subjects: Set<string>
  /** Says something that is true until then. */
  ends_at = Number.POSITIVE_INFINITY
  /** It may not be shown a moment longer than it is known to be true. */
  is_strict = false
  /** A part of it could not be made: the next one who asks may have more luck. */
  is_whole = true

  constructor(begun: number, subjects: string[]) {
    this.begun = begun
    this.subjects = new Set(subjects)
  }

  /** A part of it is as of then. */
  readAsOf(moment: number): void {
    this.begun = Math.min(this.begun, moment)
  }

  restOn(subjects: Iterable<string>): void {
    for (const subject of subjects) this.subjects.add(subject)
  }

  /** Speaks of places: nobody is shown it after that instant, in whatever cache it stands. */
  endAt(instant: Date): void {
    this.is_strict = true
    this.ends_at = Math.min(this.ends_at, instant.getTime())
  }
}
