import { expect, test } from '@playwright/test'

test('whoever types the address of an admin page without being one sees nothing of it', {
  tag: '@once',
}, async ({ page }) => {
  for (const path of ['vineyards', 'claims', 'messages', 'audit', 'system']) {
    await page.goto(`/admin/${path}`)
    await expect(page).toHaveURL(new RegExp(`/login\\?from=%2Fadmin%2F${path}`))
  }
})
