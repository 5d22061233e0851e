import { useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'

/**
 * Lets the stops below an element (`data-stop`) be dragged before one another. What is dropped is sent as the Move
 * buttons send it; the code for it is fetched when the page has come.
 */
export function useDragging(version: number) {
  const list = useRef<HTMLDivElement>(null)
  const submit = useSubmit()
  useEffect(() => {
    let stop = () => {}
    let left = false
    void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => {
        if (left) return
        const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
        const ends = stops.flatMap((element) => {
          const id = element.dataset.stop ?? ''
          const over = (on: boolean) => element.toggleAttribute('data-over', on)
          return [
            draggable({ element, getInitialData: () => ({ stop: id }) }),
            dropTargetForElements({
              element,
              canDrop: ({ source }) => source.data.stop !== id,
              onDragEnter: () => over(true),
              onDragLeave: () => over(false),
              onDrop: ({ source }) => {
                over(false)
                void submit(
                  { intent: 'drop', version: String(version), stop: String(source.data.stop), before: id },
                  { method: 'post', preventScrollReset: true },
                )
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
  }, [version, submit])
  return list
}
