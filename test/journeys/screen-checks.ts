/** Describes the innermost elements that reach beyond the right edge of the window. Runs in the page. */
export function tooWide(): string[] {
  const page = document.documentElement
  if (page.scrollWidth <= window.innerWidth) return []
  const beyond = [...document.querySelectorAll<HTMLElement>('body :not(svg *)')].filter((element) => {
    const { right, width } = element.getBoundingClientRect()
    return width > 0 && right > window.innerWidth + 1
  })
  const innermost = beyond.filter(
    (element) => !beyond.some((other) => element !== other && element.contains(other)),
  )
  return [
    `${page.scrollWidth} px`,
    ...innermost
      .slice(0, 4)
      .map(
        (element) =>
          `${element.localName}.${element.className} in ${element.parentElement?.localName}.${element.parentElement?.className}`,
      ),
  ]
}

/** Describes the controls that would be printed. Runs in the page, with the styles for paper. */
export function printedControls(): string[] {
  // The buttons of tables are printed, because they are headings, or days with their sessions.
  const controls =
    'button:not(table *), [role="button"]:not(table *), .btn, [type="submit"], .no-print, .no-print *'
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((part) => part.matches(controls) || getComputedStyle(part).position === 'fixed')
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length > 0)
    .map(({ localName, className, innerText }) => `${localName}.${className}: ${innerText.slice(0, 40)}`)
}

/** Returns the attributes that could run a payload or load something from the hostile site. Runs in the page. */
export function traps(): string[] {
  for (const folded of document.querySelectorAll('details')) folded.open = true
  return [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(
        ({ name, value }) =>
          name.startsWith('on') ||
          name === 'srcdoc' ||
          // Files with examples are downloaded as data URLs.
          /^\s*(javascript:|vbscript:|data:(?!text\/csv))/i.test(value) ||
          // A link may lead to another site, but the page must not load anything from another site.
          (/^(src|srcset|action|formaction|data|poster)$/.test(name) && value.includes('evil.example')),
      )
      .map(({ name, value }) => `${element.localName} ${name}=${value}`),
  )
}

/** Returns the columns whose hostile text the page shows. Runs in the page. */
export function hostileColumns(): string[] {
  return [...document.body.innerText.matchAll(/noteExecuted\('(\w+\.\w+)'\)/g)].map(
    ([, column = '']) => column,
  )
}

/** Describes buttons and switches that touch their neighbour in the same row or stack. Runs in the page. */
export function touchingButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(.btn, .switch):not(.cancel-row)')].flatMap(
    (button) => {
      const next = button.nextElementSibling
      if (
        !next?.matches('.btn:not(.cancel-row), .switch') ||
        !button.checkVisibility() ||
        !next.checkVisibility()
      )
        return []
      const [a, b] = [button.getBoundingClientRect(), next.getBoundingClientRect()]
      const gap = Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom)
      return gap < 2 ? [`${button.innerText} and ${next.textContent}`] : []
    },
  )
}

/** Describes the headings of a staff page that are not smaller than its title. Runs in the page. */
export function headingsAsLargeAsTitle(): string[] {
  const size = (heading: Element) => Number.parseFloat(getComputedStyle(heading).fontSize)
  const title = document.querySelector('.staff-main h1')
  return [...document.querySelectorAll<HTMLElement>('.staff-main h2:not(.poster h2)')]
    .filter((heading) => title !== null && heading.checkVisibility() && size(heading) >= size(title))
    .map((heading) => heading.innerText)
}

/**
 * Returns the classes of elements for which no loaded style sheet has a rule. Runs in the page. Leaves out what libraries
 * add: parts of charts and of the editor, and `active`, which the router adds beside `aria-current`.
 */
export function classesWithoutRule(): string[] {
  const css = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
  const styled = new Set(
    css.flatMap((text) => Array.from(text.matchAll(/\.([a-z_][\w-]*)/gi), ([, name]) => name)),
  )
  const own =
    '[class]:not(.ProseMirror, .ProseMirror *, .recharts-responsive-container, .recharts-wrapper *, .recharts-wrapper)'
  const used = [...document.querySelectorAll(own)].flatMap(({ classList }) => [...classList])
  return [...new Set(used)].filter((name) => name !== 'active' && !styled.has(name))
}

/** The checks of a screen at one width. Each returns the faults. */
export const layoutChecks = [tooWide, touchingButtons, headingsAsLargeAsTitle, classesWithoutRule]
