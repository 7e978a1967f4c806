import { type Kysely, sql } from 'kysely';
import type { User } from '#api/generated/types.gen.ts';
import { type ActorCache, ALL_USERS } from '#server/access/actor-cache.ts';
import { toUserView } from '#server/access/users.view.ts';
import { type AccessSignal, onAccessSignal, onChangeSignal } from '#server/audit/change-signals.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { Checks } from './checks.ts';
import type { EventStream } from './event-stream.ts';
import { OtherServers } from './other-servers.ts';
import { Room, type Follower } from './room.ts';
import { StreamLimits } from './stream-limits.ts';

/** How often connections are looked at; each has its beats in the second in which it was opened. */
const TICK_MS = 1000;
const BEAT_MS = 15_000;
/** At a shutdown clients come back over this time, not all at once. */
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

/** The parameters with which a stream is opened. */
export interface Following {
  changeRequestId: string;
  organizationId: string;
  spaceId: string;
  stream: EventStream;
  user: User;
  /** The page that the caller edits with this connection. */
  page: string | undefined;
  /** The caller as they are now; throws where they may not follow it any more. */
  authorize: () => Promise<User>;
}

export interface HubOptions {
  database: Pick<Connection, 'db' | 'pubSub'>;
  clock: Clock;
  actors: ActorCache;
}

/**
 * The open streams of this process. Who edits what is known as long as their connections are open; nothing of it is stored
 * (decision 220). Where this process receives nothing of others, it knows its own people only.
 */
export class ChangeRequestHub {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #others: OtherServers | undefined;
  readonly #rooms = new Map<string, Room>();
  readonly #limits = new StreamLimits();
  readonly #checks = new Checks();
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: (() => void)[];
  #nextAnnouncement = 0;
  #isClosed = false;

  constructor({ database: { db, pubSub }, clock, actors }: HubOptions) {
    this.#db = db;
    this.#clock = clock;
    if (pubSub?.isListening) {
      this.#others = new OtherServers(pubSub, {
        now: () => this.#now(),
        ownEditors: (id) => this.#rooms.get(id)?.ownEditors(),
        onEditors: (id) => void this.#updateOthers(id),
        onChange: ({ changeRequestId, userId }) => this.#rooms.get(changeRequestId)?.change(userId),
        onAccess: (signal) => this.#checkAccess(signal),
      });
      pubSub.onReconnect(() => this.#catchUp());
    }
    this.#stopListening = [
      onChangeSignal((change) => {
        this.#rooms.get(change.changeRequestId)?.change(change.userId);
        this.#others?.publishChange(change);
      }),
      onAccessSignal((signal) => {
        this.#checkAccess(signal);
        this.#others?.publishAccess(signal);
      }),
    ];
    actors.onInvalidated((userId) => this.#checkPeople(userId));
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#limits.taken;
  }

  /** Takes a place for a stream, before anything is done for it; throws 429. Returns a function that frees it. */
  reserve(userId: string): () => void {
    return this.#limits.take(userId);
  }

  /** Adds an open stream. Returns a function to call when it is closed. */
  add({ changeRequestId, ...following }: Following): () => void {
    const existingRoom = this.#rooms.get(changeRequestId);
    const room =
      existingRoom ??
      new Room((editors) => this.#others?.publishLists('announce', [[changeRequestId, editors]]));
    this.#rooms.set(changeRequestId, room);
    const nextBeat = this.#now() + BEAT_MS;
    const state = { changes: 0, checked: 0, isCheckQueued: false, hasMissed: false };
    const follower: Follower = { ...following, nextBeat, ...state };
    room.add(follower);
    if (this.#isClosed) this.#end(follower);
    else if (!existingRoom) {
      this.#others?.publishLists('ask', [[changeRequestId, room.ownEditors()]]);
      void this.#updateOthers(changeRequestId);
    }
    return () => {
      room.remove(follower);
      if (!room.isEmpty) return;
      this.#rooms.delete(changeRequestId);
      if (!this.#isClosed) this.#others?.publishLists('leave', [[changeRequestId, []]]);
    };
  }

  /** Ends all streams, and from now on each new one at once. Resolves when the other servers know. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const stopListening of this.#stopListening) stopListening();
      clearInterval(this.#timer);
      for (const { followers } of this.#rooms.values()) {
        for (const follower of followers) this.#end(follower);
      }
      this.#others?.publishLists(
        'leave',
        [...this.#rooms.keys()].map((id) => [id, []]),
      );
    }
    await this.#others?.flush();
  }

  #end({ stream }: Follower): void {
    stream.end(Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS)));
  }

  /** Beats of those whose time has come. */
  #tick(): void {
    const now = this.#now();
    for (const room of this.#rooms.values()) {
      for (const follower of room.followers) {
        follower.stream.checkReader(now);
        if (isAhead(follower.nextBeat, now)) continue;
        follower.nextBeat = now + BEAT_MS;
        follower.stream.sendComment();
        this.#checks.add(() => room.check(follower));
      }
    }
    this.#others?.expire();
    if (isAhead(this.#nextAnnouncement, now)) return;
    this.#nextAnnouncement = now + BEAT_MS;
    this.#announceAll('announce');
  }

  #announceAll(kind: 'ask' | 'announce'): void {
    const lists = [...this.#rooms].map(([id, room]) => [id, room.ownEditors()] as const);
    this.#others?.publishLists(kind, lists);
  }

  /** Messages of others may have been missed. */
  #catchUp(): void {
    this.#announceAll('ask');
    for (const room of this.#rooms.values()) room.change(null);
  }

  /** A person's token, session or membership has changed: their streams pause until their access is checked. */
  #checkPeople(userId: string): void {
    for (const [id, room] of this.#rooms) {
      for (const follower of room.followers) {
        if (userId === ALL_USERS || follower.user.id === userId) this.#suspend(room, follower);
      }
      // They may have another name.
      if (room.forgetOther(userId === ALL_USERS ? undefined : userId)) void this.#updateOthers(id);
    }
  }

  /** The followed change request may be hidden from them now. */
  #checkAccess({ organizationId, spaceId }: AccessSignal): void {
    for (const room of this.#rooms.values()) {
      for (const follower of room.followers) {
        if (follower.organizationId !== organizationId) continue;
        if (spaceId === undefined || follower.spaceId === spaceId) this.#suspend(room, follower);
      }
    }
  }

  /** Sends nothing until a check has shown that its person still has access. */
  #suspend(room: Room, follower: Follower): void {
    follower.changes += 1;
    if (follower.isCheckQueued) return;
    follower.isCheckQueued = true;
    this.#checks.addFirst(() => room.check(follower));
  }

  /** Shows those who edit through other servers, once their names are known. */
  async #updateOthers(changeRequestId: string): Promise<void> {
    const room = this.#rooms.get(changeRequestId);
    if (!room || !this.#others) return;
    const editors = this.#others.editorsOf(changeRequestId);
    const unknown = room.unknownOthers(editors.map(([, userId]) => userId));
    if (unknown.length > 0) {
      // Where the database doesn't respond, they are shown with the next announcement of anybody.
      room.addOthers(await findUsers(this.#db, unknown).catch(() => []));
    }
    room.showOthers(this.#others.editorsOf(changeRequestId));
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

/** Whether a beat is still to come; one that is farther away than a beat was set before the clock went back. */
function isAhead(next: number, now: number): boolean {
  return next > now && next <= now + BEAT_MS;
}

async function findUsers(db: Kysely<Database>, ids: readonly string[]): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'photo_url'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return rows.map((row) => toUserView(row));
}
