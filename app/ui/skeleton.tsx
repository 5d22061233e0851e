import type { ReactNode } from 'react'

type Shape = 'picture' | 'wide' | 'title' | 'big' | 'line' | 'part' | 'short' | 'button' | 'slot' | 'field'

/** A grey place where something is about to be. */
export function SkeletonBlock({ as }: { as: Shape }) {
  return <span className={`bone bone-${as}`} />
}

/** Bones with one label for those who cannot see them: "Loading vineyards". */
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

/** A card of a grid, in the size it will have. */
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

/** A grid of cards while it loads. */
export function CardsSkeleton({ label, cards }: { label: string; cards: number }) {
  return (
    <Skeleton label={label} className="cards">
      {Array.from({ length: cards }, (_, n) => (
        <CardBones key={n} />
      ))}
    </Skeleton>
  )
}

/** Any page: a title and running text. */
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
