import { coalesce } from './coalesce.ts'

/** For so many milliseconds after the last question it goes on looking ahead. */
const looksAheadFor = 10_000

/**
 * What the last look at something that changes found. For as long as questions come that are content with a look of a
 * moment ago, the next look is begun before that moment is over: none of them waits for it but the first after a pause.
 */
export class RefreshAhead<Found> {
  /** A look that begins with the question or after it. */
  readonly fresh: () => Promise<Found>
  /** Milliseconds after its beginning for which a look is good; 0 where each question has its own. */
  goodFor = 0
  #last: { began: number; found: Found } | undefined
  #underWay: { began: number; found: Promise<Found> } | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(look: () => Promise<Found>) {
    this.fresh = coalesce(async () => {
      const began = performance.now()
      const underWay = { began, found: look() }
      this.#underWay = underWay
      try {
        const found = await underWay.found
        this.#last = { began, found }
        return found
      } finally {
        this.#underWay = undefined
      }
    })
  }

  /** What a look found that began no longer ago than it is good for: at once where there is one. */
  recent(): Promise<Found> | Found {
    this.#askedAt = performance.now()
    if (this.#last) this.#lookAhead()
    if (this.#last && this.#isGood(this.#last)) return this.#last.found
    if (this.#underWay && this.#isGood(this.#underWay)) return this.#underWay.found
    return this.fresh()
  }

  #isGood({ began }: { began: number }): boolean {
    return this.#askedAt - began < this.goodFor
  }

  /** Half of its time is left for the look, and for whatever this process does meanwhile. */
  #lookAhead(): void {
    if (this.#timer !== undefined || this.goodFor === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (performance.now() - this.#askedAt > looksAheadFor) return
      // One that fails is told to nobody: whoever asks next looks, and is told.
      this.fresh().then(
        () => this.#lookAhead(),
        () => {},
      )
    }, this.goodFor / 2)
    this.#timer.unref()
  }
}
