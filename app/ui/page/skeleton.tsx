import type { ReactNode } from 'react'

type Shape = 'picture' | 'wide' | 'title' | 'big' | 'line' | 'part' | 'short' | 'button' | 'slot' | 'field'

/** A grey block. */
export function SkeletonBlock({ as }: { as: Shape }) {
  return <span className={`skeleton skeleton-${as}`} />
}

/** Blocks with one label for screen readers, such as "Loading vineyards". */
export function Skeleton({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="status" aria-label={label} className={className}>
      {children}
    </div>
  )
}

/** Several blocks below each other. */
export function SkeletonBlocks({ shapes }: { shapes: Shape[] }) {
  return shapes.map((shape, n) => <SkeletonBlock key={n} as={shape} />)
}

/** The skeleton of a grid of cards, which have their final size. */
export function CardsSkeleton({ label, cards }: { label: string; cards: number }) {
  return (
    <Skeleton label={label} className="cards">
      {Array.from({ length: cards }, (_, n) => (
        <div className="card" key={n}>
          <SkeletonBlocks shapes={['picture', 'title', 'short', 'line', 'line', 'part']} />
        </div>
      ))}
    </Skeleton>
  )
}

/** The skeleton of a page with a title and text. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <Skeleton label={label} className="wrap page">
      <SkeletonBlock as="big" />
      <div className="prose space-above">
        <SkeletonBlocks shapes={['line', 'line', 'part', 'wide', 'line', 'part']} />
      </div>
    </Skeleton>
  )
}
