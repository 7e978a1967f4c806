import type { FastifyInstance } from 'fastify';

/** A browser that signs in at an OpenID Connect provider: it keeps cookies of both sides and follows redirects. */
export class OidcBrowser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Opens a path of this server. */
  async open(path: string): Promise<{ status: number; location: string; cookies: string[] }> {
    const response = await this.#app.inject({
      method: 'GET',
      url: path,
      headers: { cookie: this.#cookiesOf('here') },
    });
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    this.#keep('here', cookies);
    return { status: response.statusCode, location: String(response.headers.location), cookies };
  }

  /** The start of a sign-in: the URL of the provider that it leads to, or of the sign-in page. */
  async start(startURL: string, query = ''): Promise<URL> {
    const { pathname } = new URL(startURL);
    return new URL((await this.open(`${pathname}${query}`)).location, 'http://bindery.test');
  }

  /** Signs in at the provider; the path that it leads back to. Without an address, the person says no. */
  async signInThere(url: URL, address: string): Promise<string> {
    let next = url;
    for (let step = 0; step < 10; step += 1) {
      if (next.origin !== url.origin) return `${next.pathname}${next.search}`;
      const isPage = next.pathname.startsWith('/sign-in/');
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: this.#cookiesOf('there') },
        ...(isPage && { method: 'POST', body: new URLSearchParams({ email: address }) }),
      });
      this.#keep('there', response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    throw new Error('The provider redirects without end.');
  }

  /** Forgets who signed in at the provider. */
  forget(side: 'here' | 'there'): void {
    this.#cookies.delete(side);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get('here')?.get(name);
  }

  #cookiesOf(side: string): string {
    return [...(this.#cookies.get(side) ?? [])].map((pair) => pair.join('=')).join('; ');
  }

  #keep(side: string, cookies: readonly string[]): void {
    const jar = this.#cookies.get(side) ?? new Map<string, string>();
    this.#cookies.set(side, jar);
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
  }
}
