// <chalk-vine-booking vineyard="…" experience="…" theme="…">: the booking form in a frame, on any website. Built as
// `/embed.js` by `server/embed-script.ts`, without imports. The content of the element is shown if scripts do not run.
if (typeof window !== 'undefined' && !customElements.get('chalk-vine-booking')) {
  const isOurs = (script: HTMLScriptElement | null) => script && /\/embed\.js([?#]|$)/.test(script.src)
  const current = document.currentScript as HTMLScriptElement | null
  const script = isOurs(current) ? current : [...document.scripts].find(isOurs)
  const scriptSite = script && new URL(script.src).origin

  // The content security policy of the website may forbid style elements and attributes, but not this style sheet.
  const style = new CSSStyleSheet()
  style.replaceSync(
    ':host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;border:0;color-scheme:normal}',
  )

  class Booking extends HTMLElement {
    static observedAttributes = ['vineyard', 'experience', 'theme']
    #site: string | undefined
    #frame: HTMLIFrameElement | null = null
    #below = document.createElement('slot')
    #listen = (event: MessageEvent) => {
      if (event.origin !== this.#site || event.source !== this.#frame?.contentWindow) return
      const height = Number(event.data?.chalkVineHeight)
      if (!(height > 0 && height < 1e5)) return
      this.#frame.height = String(Math.ceil(height))
      // The fallback link stays until the frame works, because the website's policy may forbid the frame.
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
      // If the website bundles this script, the URL of the script is not ours: the link inside the element names our site.
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
      // A new frame each time, because changing the URL of a frame would add an entry to the history of the page.
      const frame = document.createElement('iframe')
      frame.title = this.title || 'Book a visit'
      frame.loading = 'lazy'
      frame.allow = ''
      frame.height = this.#frame?.height ?? '640'
      frame.src = address.href
      this.#frame = frame
      this.#below.hidden = false
      root.replaceChildren(frame, this.#below)
    }
  }
  customElements.define('chalk-vine-booking', Booking)
}
