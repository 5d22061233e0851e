const early = '<link rel="modulepreload"'
const file = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g
const starter = ' type="module"'
const needed = /\bimport \* as (\w+) from ("[^"]+");/g

/**
 * The page with its scripts asked for once everything else of it is there and painted, or somebody presses something: it is whole
 * without them, and on a slow line they take as long as all the rest. The router's own way has the browser fetch them first of all.
 */
export function afterThePicture(html: string): string {
  // They stand in one place each; to look through all of a long page takes as long as some of its parts take to be made.
  const [first, last, mark] = [html.indexOf(early), html.lastIndexOf(early), html.lastIndexOf(starter)]
  if (first < 0 || mark < last) return html
  const behind = html.indexOf('>', last) + 1
  const start = html.indexOf('>', mark) + 1
  const end = html.indexOf('</script>', start)
  const links = html.slice(first, behind)
  const files = [...links.matchAll(file)].map(([, address = '']) => address)
  const code = html.slice(start, end).replaceAll(needed, 'const $1 = await run($2);')
  const before = html.slice(0, first) + links.replaceAll(file, '') + html.slice(behind, start)
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

/**
 * Runs what several routes share before them, one file in a turn: all in one go would keep a phone from answering whoever presses
 * something meanwhile. What the starter runs itself, the beginning of everything last of all, is left to it.
 */
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
