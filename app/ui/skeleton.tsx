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

/** A card of the final size. */
function CardBones() {
  return (
    <div className="card">
      <SkeletonBlock as="picture" />
      <SkeletonBlock as="title" />
      <SkeletonBlock as="short" />
      <SkeletonBlock as="line" />
      <SkeletonBlock as="line" />
      <SkeletonBlock as="part" />
    </div>
  )
}

/** Skeleton of a grid of cards. */
export function CardsSkeleton({ label, cards }: { label: string; cards: number }) {
  return (
    <Skeleton label={label} className="cards">
      {Array.from({ length: cards }, (_, n) => (
        <CardBones key={n} />
      ))}
    </Skeleton>
  )
}

/** Skeleton of a page with a title and text. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <Skeleton label={label} className="wrap page">
      <SkeletonBlock as="big" />
      <div className="prose space-above">
        <SkeletonBlock as="line" />
        <SkeletonBlock as="line" />
        <SkeletonBlock as="part" />
        <SkeletonBlock as="wide" />
        <SkeletonBlock as="line" />
        <SkeletonBlock as="part" />
      </div>
    </Skeleton>
  )
}
