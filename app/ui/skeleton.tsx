import type { ReactNode } from 'react'

type Shape = 'picture' | 'wide' | 'title' | 'big' | 'line' | 'part' | 'short' | 'button' | 'slot' | 'field'

/** A grey place where something is about to be. */
export function Bone({ as }: { as: Shape }) {
  return <span className={`bone bone-${as}`} />
}

/** Bones with one label for those who cannot see them: "Loading vineyards". */
export function Bones({
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
      <Bone as="picture" />
      <Bone as="title" />
      <Bone as="short" />
      <Bone as="line" />
      <Bone as="line" />
      <Bone as="part" />
    </div>
  )
}

/** A grid of cards while it loads. */
export function CardsBones({ label, cards }: { label: string; cards: number }) {
  return (
    <Bones label={label} className="cards">
      {Array.from({ length: cards }, (_, n) => (
        <CardBones key={n} />
      ))}
    </Bones>
  )
}

/** Any page: a title and running text. */
export function PageBones({ label }: { label: string }) {
  return (
    <Bones label={label} className="wrap page">
      <Bone as="big" />
      <div className="prose mt-6">
        <Bone as="line" />
        <Bone as="line" />
        <Bone as="part" />
        <Bone as="wide" />
        <Bone as="line" />
        <Bone as="part" />
      </div>
    </Bones>
  )
}
