import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

/** A request that a receiver got. */
export interface ReceivedDelivery {
  id: string;
  headers: IncomingHttpHeaders;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** An answer; undefined never answers. */
export type Answer = { status: number; headers?: Record<string, string>; body?: string } | undefined;

/** A receiver of webhooks on this machine. Whatever it gets is verified by the library of the specification. */
export class WebhookReceiver {
  readonly received: ReceivedDelivery[] = [];
  /** The requests that the library has refused, as sentences. */
  readonly refused: string[] = [];
  /** Answers the request that has just been added to `received`. */
  answer: (delivery: ReceivedDelivery) => Answer | Promise<Answer> = () => ({ status: 204 });
  /** The time at which requests are verified. */
  now: () => Date = () => new Date();
  /** Every one of them verifies every request. */
  secrets: string[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8');
      this.#verify(text, request.headers);
      const delivery = {
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        body: JSON.parse(text),
      };
      this.received.push(delivery);
      const answer = await this.answer(delivery);
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    const address = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${address.port}/hook`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #verify(text: string, headers: IncomingHttpHeaders): void {
    // The library reads the time of the process; new ids must not.
    vi.useFakeTimers({ toFake: ['Date'], now: this.now() });
    for (const secret of this.secrets) {
      try {
        new Webhook(secret).verify(text, {
          'webhook-id': String(headers['webhook-id']),
          'webhook-timestamp': String(headers['webhook-timestamp']),
          'webhook-signature': String(headers['webhook-signature']),
        });
      } catch (error) {
        this.refused.push(String(error));
      }
    }
    vi.useRealTimers();
  }
}
