type Offer = { vineyard: { id: string; name: string }; experience: string | null }

/** Returns the URL where guests book without the widget: the form of the experience, or the vineyard's page. */
export function bookingAddress(site: string, { vineyard, experience }: Offer): string {
  return experience === null
    ? `${site}/vineyard/${vineyard.id}`
    : `${site}/book-now/${vineyard.id}?experience=${experience}`
}

/** Returns the HTML of a plain link. */
export function linkSnippet(site: string, offer: Offer): string {
  return `<a href="${bookingAddress(site, offer)}">Book a visit to ${escaped(offer.vineyard.name)}</a>`
}

/** Returns the HTML of the widget. The link inside the element is for visitors without scripts. */
export function widgetSnippet(site: string, offer: Offer): string {
  const { vineyard, experience } = offer
  const attribute = experience === null ? '' : ` experience="${experience}"`
  return [
    `<script src="${site}/embed.js" async></script>`,
    `<chalk-vine-booking vineyard="${vineyard.id}"${attribute}>`,
    `  ${linkSnippet(site, offer)}`,
    '</chalk-vine-booking>',
  ].join('\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
