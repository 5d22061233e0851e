import { expect, test } from './journey.ts'

import { waitUntilHydrated, waitUntilIdle } from './arrive.ts'
import { enterAsAdmin, makeEstate } from './own-estate.ts'

test('keys, clicks and typed text take effect once, even before the page is hydrated', async ({
  context,
}) => {
  const { vineyard } = await makeEstate()
  await enterAsAdmin(context)

  await test.step('Ctrl+K opens the search as soon as the page is shown', async () => {
    const fast = await context.newPage()
    await fast.addInitScript(() => {
      const wait = new MutationObserver(() => {
        if (!document.querySelector('h1')) return
        wait.disconnect()
        dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
      })
      wait.observe(document, { childList: true, subtree: true })
    })
    await fast.goto('/admin/vineyards')
    await expect(fast.getByRole('dialog').getByLabel('Search for')).toBeFocused()
    await fast.close()
  })

  await test.step('a field keeps text that is typed as soon as the field is shown', async () => {
    const fast = await context.newPage()
    await fast.addInitScript(() => {
      const wait = new MutationObserver(() => {
        const field = document.querySelector<HTMLInputElement>('main input[name=search]')
        if (!field) return
        wait.disconnect()
        field.value = 'quick'
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      })
      wait.observe(document, { childList: true, subtree: true })
    })
    await fast.goto('/admin/vineyards')
    await expect(fast.getByRole('table', { name: 'Vineyards' })).toBeVisible()
    await waitUntilHydrated(fast)
    await waitUntilIdle(fast)
    await expect(fast.getByRole('searchbox', { name: 'Name, town or county' })).toHaveValue('quick')
    await fast.close()
  })

  await test.step('a double click as soon as the form is shown sends the form once', async () => {
    const fast = await context.newPage()
    const sent: string[] = []
    fast.on('request', (call) => {
      if (call.method() === 'POST' && call.url().endsWith('/api/hosts')) sent.push(call.postData() ?? '')
    })
    await fast.addInitScript(() => {
      const wait = new MutationObserver(() => {
        const form = [...document.forms].find((one) => one.elements.namedItem('capacity'))
        if (!form) return
        wait.disconnect()
        for (const [name, value] of [
          ['name', 'Quick'],
          ['capacity', '8'],
        ] as const)
          (form.elements.namedItem(name) as HTMLInputElement).value = value
        const add = form.querySelector<HTMLButtonElement>('button[value=add]')
        form.requestSubmit(add)
        requestAnimationFrame(() => form.requestSubmit(add))
      })
      wait.observe(document, { childList: true, subtree: true })
    })
    await fast.goto(`/admin/vineyards/${vineyard.id}/hosts`)
    await expect(fast.getByRole('button', { name: 'Remove Quick' }).first()).toBeVisible()
    await expect(fast.getByText('Quick added.')).toBeVisible()
    expect(sent).toHaveLength(1)
    await fast.close()
  })
})
