import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Lets the things below an element (`data-drags`, with their id) be dragged onto one another: `drop` says which one came
 * down on which. Buttons must do the same for those who do not drag. The code for it is fetched when the page has come;
 * `version` changes when the things do.
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
