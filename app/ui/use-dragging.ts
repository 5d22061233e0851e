import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Lets elements with `data-drags` (their id) below the returned ref be dragged onto one another. Buttons must offer
 * the same. Loads its code after the page; `version` changes with the elements.
 */
export function useDragging(version: number | string, drop: (moved: string, onto: string) => void) {
  const list = useRef<HTMLDivElement>(null)
  const dropped = useEffectEvent(drop)
  useEffect(() => {
    let stop = () => {}
    let left = false
    void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => {
        if (left) return
        const things = [...(list.current?.querySelectorAll<HTMLElement>('[data-drags]') ?? [])]
        const ends = things.flatMap((element) => {
          const id = element.dataset.drags ?? ''
          const over = (on: boolean) => element.toggleAttribute('data-over', on)
          return [
            draggable({ element, getInitialData: () => ({ thing: id }) }),
            dropTargetForElements({
              element,
              canDrop: ({ source }) => source.data.thing !== id,
              onDragEnter: () => over(true),
              onDragLeave: () => over(false),
              onDrop: ({ source }) => {
                over(false)
                dropped(String(source.data.thing), id)
              },
            }),
          ]
        })
        stop = () => {
          for (const end of ends) end()
        }
      },
    )
    return () => {
      left = true
      stop()
    }
  }, [version])
  return list
}
