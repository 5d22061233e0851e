const early = '<link rel="modulepreload"'
const file = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g
const starter = ' type="module"'
const needed = /\bimport \* as (\w+) from ("[^"]+");/g

/**
 * Returns the page with its scripts loaded after the first paint, or at the first press or key. Pages work
 * without scripts, and on a slow connection scripts take as long to load as everything else. React Router
 * would load them first.
 */
export function loadScriptsAfterPaint(html: string): string {
  // Plain searches are much faster here than a regular expression over a long page.
  const [first, last, module] = [html.indexOf(early), html.lastIndexOf(early), html.lastIndexOf(starter)]
  if (first < 0 || module < last) return html
  const afterLinks = html.indexOf('>', last) + 1
  const start = html.indexOf('>', module) + 1
  const end = html.indexOf('</script>', start)
  const links = html.slice(first, afterLinks)
  const files = [...links.matchAll(file)].map(([, address = '']) => address)
  const code = html.slice(start, end).replaceAll(needed, 'const $1 = await run($2);')
  const before = html.slice(0, first) + links.replaceAll(file, '') + html.slice(afterLinks, start)
  return before + waiting + preloading(files) + oneByOne(files, code) + code + html.slice(end)
}

const waiting = `
await new Promise((go) => {
  const shown = () => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go));
  if (document.readyState === 'complete') shown();
  addEventListener('load', shown, { once: true });
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, go, { once: true, capture: true });
});
`

function preloading(files: string[]): string {
  return `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
`
}

/** Returns code that runs each shared file in a task of its own, so that a phone can react to a press in between. */
function oneByOne(files: string[], code: string): string {
  const shared = files.filter((address) => !code.includes(`(${JSON.stringify(address)})`))
  return `const run = async (file) => {
  const module = await import(file);
  await new Promise((go) => setTimeout(go));
  return module;
};
for (const file of ${JSON.stringify(shared)}) await run(file);
`
}
