import { newId } from '#server/base/ids.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';

/** The page that a person has open, the person, and whether they edit it; no page is an empty text. */
export type PersonIds = readonly [page: string, userId: string, isEditing: 0 | 1];
/** A subject and who has it open through one server. */
type ServerList = readonly [subject: string, people: readonly PersonIds[]];

/** `ask`: somebody has opened it here, who has it open there? `leave`: nobody has it open here any more. */
type Kind = 'ask' | 'announce' | 'leave';

interface ReceivedList {
  people: readonly PersonIds[];
  expiresAt: number;
}

/** A server of which nothing is received for so long has ended without a word. */
const EXPIRY_MS = 45_000;
/** PostgreSQL allows 8,000 bytes for each message. In base64 these are fewer. */
const MAX_MESSAGE_BYTES = 5500;

/** The reactions of this process to messages. */
export interface ServerEvents {
  now: () => number;
  /** Who has a subject open through this process; undefined if nobody has. */
  ownPeople: (subject: string) => readonly PersonIds[] | undefined;
  onPeople: (subject: string) => void;
}

/** Publishes who has what open through this server to the other servers on the same database. */
export class OtherServers {
  readonly #pubSub: PubSub;
  readonly #events: ServerEvents;
  readonly #id = newId();
  /** By subject and server. */
  readonly #received = new Map<string, Map<string, ReceivedList>>();
  readonly #publishing = new Set<Promise<void>>();

  constructor(pubSub: PubSub, events: ServerEvents) {
    this.#pubSub = pubSub;
    this.#events = events;
    pubSub.subscribe('presence', (text) => this.#receive(text));
  }

  /** Who has a subject open through other servers. */
  peopleOf(subject: string): PersonIds[] {
    return [...(this.#received.get(subject)?.values() ?? [])].flatMap(({ people }) => people);
  }

  /** As few messages as possible; of a list that is too long for one, the end is left out. */
  publishLists(kind: Kind, lists: readonly ServerList[]): void {
    let batch: ServerList[] = [];
    let bytes = 0;
    for (const list of lists) {
      const fitting = shorten(list);
      const size = bytesOf(fitting);
      if (bytes + size > MAX_MESSAGE_BYTES) {
        this.#publish(kind, batch);
        [batch, bytes] = [[], 0];
      }
      batch.push(fitting);
      bytes += size;
    }
    if (batch.length > 0) this.#publish(kind, batch);
  }

  /** Forgets servers that have ended without a word. */
  expire(): void {
    const now = this.#events.now();
    for (const [subject, servers] of this.#received) {
      for (const [server, { expiresAt }] of servers) {
        if (expiresAt <= now || expiresAt > now + EXPIRY_MS) this.#forget(subject, server);
      }
    }
  }

  /** Resolves when everything so far has been published. */
  async flush(): Promise<void> {
    await Promise.all(this.#publishing);
  }

  #receive(text: string): void {
    const { server, kind, lists } = parseMessage(text);
    if (server === this.#id) return;
    for (const [subject, people] of lists) {
      if (kind === 'leave') this.#forget(subject, server);
      else this.#remember(subject, server, people);
      const ownPeople = kind === 'ask' ? this.#events.ownPeople(subject) : undefined;
      if (ownPeople) this.publishLists('announce', [[subject, ownPeople]]);
    }
  }

  #remember(subject: string, server: string, people: readonly PersonIds[]): void {
    const servers = this.#received.get(subject) ?? new Map<string, ReceivedList>();
    this.#received.set(subject, servers);
    const isNew = JSON.stringify(servers.get(server)?.people ?? []) !== JSON.stringify(people);
    servers.set(server, { people, expiresAt: this.#events.now() + EXPIRY_MS });
    if (isNew) this.#events.onPeople(subject);
  }

  #forget(subject: string, server: string): void {
    const servers = this.#received.get(subject);
    const list = servers?.get(server);
    if (!servers || !list) return;
    servers.delete(server);
    if (servers.size === 0) this.#received.delete(subject);
    if (list.people.length > 0) this.#events.onPeople(subject);
  }

  #publish(kind: Kind, lists: readonly ServerList[]): void {
    const text = [this.#id, kind, Buffer.from(JSON.stringify(lists)).toString('base64url')].join(',');
    const publishing = this.#pubSub
      .publish('presence', text)
      .finally(() => this.#publishing.delete(publishing));
    this.#publishing.add(publishing);
  }
}

interface Message {
  server: string;
  kind: string;
  lists: readonly ServerList[];
}

/** Of a newer server there may be messages that this one can't read. */
function parseMessage(text: string): Message {
  const [server = '', kind = '', lists = ''] = text.split(',');
  try {
    return { server, kind, lists: JSON.parse(Buffer.from(lists, 'base64url').toString()) };
  } catch {
    return { server, kind, lists: [] };
  }
}

/** With the comma after it. */
const bytesOf = (part: unknown): number => Buffer.byteLength(JSON.stringify(part)) + 1;

/** Without the end that a message has no room for. */
function shorten(list: ServerList): ServerList {
  const [subject, people] = list;
  let bytes = bytesOf([subject, []]);
  const end = people.findIndex((person) => {
    bytes += bytesOf(person);
    return bytes > MAX_MESSAGE_BYTES;
  });
  return end === -1 ? list : [subject, people.slice(0, end)];
}
