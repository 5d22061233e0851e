// <chalk-vine-booking vineyard="…" experience="…" theme="…">: the booking form in a frame, for any website.
// `server/embed-script.ts` builds this file as `/embed.js`, without imports. Without scripts, the element's content is
// shown.
if (typeof window !== 'undefined' && !customElements.get('chalk-vine-booking')) {
  const isOurs = (script: HTMLScriptElement | null) => script && /\/embed\.js([?#]|$)/.test(script.src)
  const current = document.currentScript as HTMLScriptElement | null
  const script = isOurs(current) ? current : [...document.scripts].find(isOurs)
  const scriptSite = script && new URL(script.src).origin

  // The website's content security policy may forbid style elements and attributes, but it allows this style sheet.
  const style = new CSSStyleSheet()
  style.replaceSync(
    ':host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;border:0;color-scheme:normal}',
  )

  // Milliseconds after which a silent frame counts as broken. A working frame reports its height while it loads.
  const longestSilence = 5000

  class Booking extends HTMLElement {
    static observedAttributes = ['vineyard', 'experience', 'theme']
    #site: string | undefined
    #frame: HTMLIFrameElement | null = null
    #below = document.createElement('slot')
    #heard = false
    #listen = (event: MessageEvent) => {
      if (event.origin !== this.#site || event.source !== this.#frame?.contentWindow) return
      const height = Number(event.data?.chalkVineHeight)
      if (!(height > 0 && height < 1e5)) return
      this.#heard = true
      this.#frame.height = String(Math.ceil(height))
      // The fallback link stays until the frame works, because the website's policy may forbid frames.
      this.#below.hidden = true
    }

    connectedCallback() {
      addEventListener('message', this.#listen)
      this.#show()
    }

    disconnectedCallback() {
      removeEventListener('message', this.#listen)
    }

    attributeChangedCallback(_name: string, before: string | null, after: string | null) {
      if (this.isConnected && this.#frame && before !== after) this.#show()
    }

    #show() {
      const vineyard = this.getAttribute('vineyard')?.trim()
      // If the website bundles this script, the script's URL is not ours, but the link inside the element names our
      // site.
      const site = scriptSite ?? this.querySelector('a')?.origin
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [style]
      if (!vineyard || !site) {
        root.replaceChildren(this.#below)
        return
      }
      this.#site = site
      const address = new URL(`/embed/${encodeURIComponent(vineyard)}`, site)
      for (const name of ['experience', 'theme']) {
        const value = this.getAttribute(name)?.trim()
        if (value) address.searchParams.set(name, value)
      }
      // Each change makes a new frame, because changing a frame's URL would add an entry to the page's history.
      const frame = document.createElement('iframe')
      frame.title = this.title || 'Book a visit'
      frame.loading = 'lazy'
      frame.allow = ''
      frame.height = this.#frame?.height ?? '640'
      frame.src = address.href
      this.#frame = frame
      this.#heard = false
      // If the vineyard's list of websites lacks this website, browsers show an empty frame. The frame then gets no height,
      // so that visitors see only the link.
      frame.onload = () =>
        setTimeout(() => {
          if (this.#heard || this.#frame !== frame) return
          frame.height = '0'
          console.warn(
            `The booking form of ${site} did not open. Does its vineyard list ${location.origin} under “Websites that may show the widget”?`,
          )
        }, longestSilence)
      this.#below.hidden = false
      root.replaceChildren(frame, this.#below)
    }
  }
  customElements.define('chalk-vine-booking', Booking)
}
