import { expect, test } from './journey.ts'

import { enterAsAdmin, makeEstate } from './own-estate.ts'

test('early clicks and typed text take effect once', async ({ context }) => {
  const { vineyard } = await makeEstate()
  await enterAsAdmin(context)

  await test.step('the search answers whoever presses in the moment the page is there', async () => {
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

  await test.step('what is typed in the moment the field is there stays', async () => {
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
    // Whatever the page does after it was painted it has done by then.
    await fast.waitForTimeout(500)
    await expect(fast.getByRole('searchbox', { name: 'Name, town or county' })).toHaveValue('quick')
    await fast.close()
  })

  await test.step('a double click in the moment the form is there sends it once', async () => {
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
        setTimeout(() => form.requestSubmit(add), 20)
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
