import type { ServerResponse } from 'node:http';
import { type ChangeBatch, formatEvent } from './change-batch.ts';
import type { Attending, PeopleList } from './people-list.ts';

/** More than that is queued only for a reader that doesn't keep up. */
const MAX_QUEUED_BYTES = 65_536;
/**
 * How much waits for a reader before it has no room for more: `highWaterMark` of the server. Node's default is as much from
 * version 22 on as may be queued at all, so that nobody would be waited for.
 */
export const ROOM_BYTES = 16_384;
/** How long a reader may take until it has room for more. */
const MAX_BLOCKED_MS = 10_000;
/** How soon a client connects again after a connection that broke. */
const RETRY_MS = 3000;

const HEADERS = {
  'content-type': 'text/event-stream',
  // No proxy may keep it, compress it or wait for more of it.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** What the events of an organization are sent to. */
export interface StreamSink {
  readonly isBlocked: boolean;
  sendChanges(changes: ChangeBatch): void;
  /** `data`: JSON. */
  send(name: string, data: string): void;
  /** Who has a subject open, for the person who has these open themselves. */
  sendPeople(subject: string, people: PeopleList, own: readonly Attending[]): void;
  sendId(id: string): void;
  beat(id?: string): void;
  untilRoom(): Promise<void>;
  checkReader(now: number): void;
  end(retryMs?: number): void;
}

/** A response that stays open: server-sent events for one caller. */
export class EventStream implements StreamSink {
  readonly #response: ServerResponse;
  #blockedSince: number | undefined;

  /** Sends the headers and the first bytes at once. */
  constructor(
    response: ServerResponse,
    headers: Readonly<Record<string, number | string | string[] | undefined>>,
  ) {
    this.#response = response;
    response.writeHead(200, { ...headers, ...HEADERS });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  sendChanges({ bytes }: ChangeBatch): void {
    this.#write(bytes);
  }

  send(name: string, data: string): void {
    this.#write(formatEvent(name, data));
  }

  sendPeople(subject: string, people: PeopleList, own: readonly Attending[]): void {
    this.send('presence', `{"subject":${JSON.stringify(subject)},"people":${people.toJson(own)}}`);
  }

  /** Says where the client goes on, without an event. */
  sendId(id: string): void {
    this.#write(`id: ${id}\n\n`);
  }

  /** Keeps proxies from closing it. */
  beat(id?: string): void {
    if (id === undefined) this.#write(':\n\n');
    else this.sendId(id);
  }

  /** Whether the reader has no room for more. */
  get isBlocked(): boolean {
    return this.#response.writableNeedDrain;
  }

  /** Resolves when the reader has room for more, or has gone. */
  async untilRoom(): Promise<void> {
    const response = this.#response;
    if (!this.isBlocked || response.destroyed) return;
    await new Promise<void>((resolve) => {
      const finish = () => {
        response.off('drain', finish).off('close', finish);
        resolve();
      };
      response.on('drain', finish).on('close', finish);
    });
  }

  /** Cuts it off where the reader has had no room for too long. Call it about every second. @param now milliseconds */
  checkReader(now: number): void {
    if (!this.isBlocked) this.#blockedSince = undefined;
    else {
      this.#blockedSince ??= now;
      if (now - this.#blockedSince >= MAX_BLOCKED_MS) this.#response.destroy();
    }
  }

  /** @param retryMs how soon the client should connect again, unless as after any other end */
  end(retryMs?: number): void {
    if (retryMs !== undefined) this.#write(`retry: ${retryMs}\n\n`);
    this.#response.end();
  }

  #write(text: string | Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_QUEUED_BYTES) this.#response.destroy();
  }
}
