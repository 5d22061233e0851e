import { expect, type Locator } from '@playwright/test'

/** Expects that each of these toasts is visible below the previous toast, so that no toast covers another. */
export async function expectApart(toasts: Locator): Promise<void> {
  const boxes = await Promise.all((await toasts.all()).map((toast) => toast.boundingBox()))
  const sorted = boxes.toSorted((a, b) => (a?.y ?? 0) - (b?.y ?? 0))
  let end = 0
  for (const box of sorted) {
    expect(box?.height).toBeGreaterThan(20)
    expect(box?.y).toBeGreaterThanOrEqual(end)
    end = (box?.y ?? 0) + (box?.height ?? 0)
  }
}
