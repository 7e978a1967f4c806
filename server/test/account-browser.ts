import type { FastifyInstance } from 'fastify';

/** A browser on `/auth`, with cookies, at a separate IP address. */
export class AccountBrowser {
  readonly #app: FastifyInstance;
  readonly cookies = new Map<string, string>();
  readonly address = `2001:db8:${[0, 0].map(() => Math.floor(Math.random() * 65_535).toString(16)).join(':')}::1`;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async post(path: string, body: object = {}, headers: Record<string, string> = {}) {
    const response = await this.#app.inject({
      method: 'POST',
      url: `/auth/${path}`,
      remoteAddress: this.address,
      headers: {
        'x-requested-with': 'console',
        cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      payload: body,
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : response.json(),
      headers: response.headers,
    };
  }
}
