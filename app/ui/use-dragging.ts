import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Returns a ref for a list. Inside this list, users can drag an element with `data-drags` (its id) onto another one; `drop` gets
 * both ids. Buttons must offer the same moves. The library for dragging loads after the page. `version` must change whenever
 * the elements change.
 */
export function useDragging(version: number | string, drop: (moved: string, onto: string) => void) {
  const list = useRef<HTMLDivElement>(null)
  const dropped = useEffectEvent(drop)
  useEffect(() => {
    let stop = () => {}
    let isUnmounted = false
    void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => {
        if (isUnmounted) return
        const elements = [...(list.current?.querySelectorAll<HTMLElement>('[data-drags]') ?? [])]
        const cleanups = elements.flatMap((element) => {
          const id = element.dataset.drags ?? ''
          const highlight = (on: boolean) => element.toggleAttribute('data-over', on)
          return [
            draggable({ element, getInitialData: () => ({ dragged: id }) }),
            dropTargetForElements({
              element,
              canDrop: ({ source }) => source.data.dragged !== id,
              onDragEnter: () => highlight(true),
              onDragLeave: () => highlight(false),
              onDrop: ({ source }) => {
                highlight(false)
                dropped(String(source.data.dragged), id)
              },
            }),
          ]
        })
        stop = () => {
          for (const cleanup of cleanups) cleanup()
        }
      },
    )
    return () => {
      isUnmounted = true
      stop()
    }
  }, [version])
  return list
}
