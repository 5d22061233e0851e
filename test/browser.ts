import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const named = process.env.CHROMIUM_PATH
const find = (...names: string[]) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))

/** The path of Chromium, the browser that visitors use. It draws maps faster than the headless shell. */
export const chromiumPath =
  named ??
  find('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
  '/usr/bin/chromium'

/**
 * The path of the browser for most journeys. The headless shell is the same engine without windows, and opens a page in
 * a third of the CPU time. Long tests use the whole browser.
 */
export const journeyBrowserPath =
  (process.env.LONG || named ? undefined : find('chromium-headless-shell')) ?? chromiumPath
