import type { AccessSignal, ChangeSignal } from '#server/audit/change-signals.ts';
import { newId } from '#server/base/ids.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';

/** A page and the id of the person who edits it. */
export type EditorIds = readonly [page: string, userId: string];
/** A change request and who edits it through one server. */
type ServerList = readonly [changeRequestId: string, editors: readonly EditorIds[]];

/**
 * `ask`: a first follower has appeared here, who edits it there? `leave`: there is no follower here any more.
 */
type Kind = 'ask' | 'announce' | 'leave';

interface ReceivedList {
  editors: readonly EditorIds[];
  expiresAt: number;
}

/** A server of which nothing is received for so long has ended without a word. */
const EXPIRY_MS = 45_000;
/** PostgreSQL allows 8,000 bytes for each message. In base64 these are fewer. */
const MAX_MESSAGE_BYTES = 5500;
/** For how long a change is published again to a server whose question crossed it. */
const RECENT_MS = 5000;
const MAX_RECENT = 1000;

/** The reactions of this process to messages. */
export interface ServerEvents {
  now: () => number;
  /** The editors of a change request through this process; undefined if it has no followers here. */
  ownEditors: (changeRequestId: string) => readonly EditorIds[] | undefined;
  onEditors: (changeRequestId: string) => void;
  onChange: (change: ChangeSignal) => void;
  onAccess: (signal: AccessSignal) => void;
}

/**
 * Publishes the editors through this server and its changes to the other servers on the same database: a
 * change only if it has followers there, so that without open streams nothing is published.
 */
export class OtherServers {
  readonly #pubSub: PubSub;
  readonly #events: ServerEvents;
  readonly #id = newId();
  /** By change request and server. */
  readonly #received = new Map<string, Map<string, ReceivedList>>();
  readonly #recent = new Map<string, { change: ChangeSignal; at: number }>();
  readonly #publishing = new Set<Promise<void>>();

  constructor(pubSub: PubSub, events: ServerEvents) {
    this.#pubSub = pubSub;
    this.#events = events;
    pubSub.subscribe('editors', (text) => this.#receiveEditors(text));
    pubSub.subscribe('changes', (text) => this.#receiveChange(text));
    pubSub.subscribe('access', (text) => this.#receiveAccess(text));
  }

  /** Who edits it through other servers. */
  editorsOf(changeRequestId: string): EditorIds[] {
    return [...(this.#received.get(changeRequestId)?.values() ?? [])].flatMap(({ editors }) => editors);
  }

  /** As few messages as possible; of a list that is too long for one, the end is left out. */
  publishLists(kind: Kind, lists: readonly ServerList[]): void {
    let batch: ServerList[] = [];
    let bytes = 0;
    for (const list of lists) {
      const fitting = shorten(list);
      const size = bytesOf(fitting);
      if (bytes + size > MAX_MESSAGE_BYTES) {
        this.#publishEditors(kind, batch);
        [batch, bytes] = [[], 0];
      }
      batch.push(fitting);
      bytes += size;
    }
    if (batch.length > 0) this.#publishEditors(kind, batch);
  }

  /** A change of this process. */
  publishChange(change: ChangeSignal): void {
    const { changeRequestId } = change;
    this.#recent.delete(changeRequestId);
    this.#recent.set(changeRequestId, { change, at: this.#events.now() });
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size > MAX_RECENT) this.#recent.delete(oldest);
    if (this.#received.has(changeRequestId)) this.#sendChange(change);
  }

  /** A change of access in this process, where anything is followed through another one. */
  publishAccess({ organizationId, spaceId = '' }: AccessSignal): void {
    if (this.#received.size > 0) this.#publish('access', [this.#id, organizationId, spaceId].join(','));
  }

  /** Forgets servers that have ended without a word. */
  expire(): void {
    const now = this.#events.now();
    for (const [changeRequestId, servers] of this.#received) {
      for (const [server, { expiresAt }] of servers) {
        if (expiresAt <= now || expiresAt > now + EXPIRY_MS) this.#forget(changeRequestId, server);
      }
    }
  }

  /** Resolves when everything so far has been published. */
  async flush(): Promise<void> {
    await Promise.all(this.#publishing);
  }

  #receiveEditors(text: string): void {
    const { server, kind, lists } = parseMessage(text);
    if (server === this.#id) return;
    for (const [changeRequestId, editors] of lists) {
      if (kind === 'leave') this.#forget(changeRequestId, server);
      else this.#remember(changeRequestId, server, editors);
      if (kind === 'ask') this.#answer(changeRequestId);
    }
  }

  #answer(changeRequestId: string): void {
    const ownEditors = this.#events.ownEditors(changeRequestId);
    if (ownEditors) this.publishLists('announce', [[changeRequestId, ownEditors]]);
    const recent = this.#recent.get(changeRequestId);
    if (recent && this.#events.now() - recent.at < RECENT_MS) this.#sendChange(recent.change);
  }

  #remember(changeRequestId: string, server: string, editors: readonly EditorIds[]): void {
    const servers = this.#received.get(changeRequestId) ?? new Map<string, ReceivedList>();
    this.#received.set(changeRequestId, servers);
    const isNew = JSON.stringify(servers.get(server)?.editors ?? []) !== JSON.stringify(editors);
    servers.set(server, { editors, expiresAt: this.#events.now() + EXPIRY_MS });
    if (isNew) this.#events.onEditors(changeRequestId);
  }

  #forget(changeRequestId: string, server: string): void {
    const servers = this.#received.get(changeRequestId);
    const serverEditors = servers?.get(server);
    if (!servers || !serverEditors) return;
    servers.delete(server);
    if (servers.size === 0) this.#received.delete(changeRequestId);
    if (serverEditors.editors.length > 0) this.#events.onEditors(changeRequestId);
  }

  #receiveChange(text: string): void {
    const [server = '', changeRequestId = '', userId = ''] = text.split(',');
    if (server === this.#id) return;
    this.#events.onChange({ changeRequestId, userId: userId === '' ? null : userId });
  }

  #receiveAccess(text: string): void {
    const [server = '', organizationId = '', spaceId = ''] = text.split(',');
    if (server !== this.#id) this.#events.onAccess({ organizationId, spaceId: spaceId || undefined });
  }

  #publishEditors(kind: Kind, lists: readonly ServerList[]): void {
    this.#publish(
      'editors',
      [this.#id, kind, Buffer.from(JSON.stringify(lists)).toString('base64url')].join(','),
    );
  }

  #sendChange({ changeRequestId, userId }: ChangeSignal): void {
    this.#publish('changes', [this.#id, changeRequestId, userId ?? ''].join(','));
  }

  #publish(topic: 'editors' | 'changes' | 'access', text: string): void {
    const publishing = this.#pubSub.publish(topic, text).finally(() => this.#publishing.delete(publishing));
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
  const [changeRequestId, editors] = list;
  let bytes = bytesOf([changeRequestId, []]);
  const end = editors.findIndex((editor) => {
    bytes += bytesOf(editor);
    return bytes > MAX_MESSAGE_BYTES;
  });
  return end === -1 ? list : [changeRequestId, editors.slice(0, end)];
}
