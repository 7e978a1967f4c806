import type { User } from '#api/generated/types.gen.ts';
import { type ActorCache, ALL_USERS } from '#server/access/actor-cache.ts';
import type { Clock } from '#server/clock.ts';
import { ApiError, unavailable } from '#server/errors.ts';
import { type ChangeSignal, onChangeSignal } from './change-signals.ts';
import { Checks } from './checks.ts';
import type { EventStream } from './event-stream.ts';
import { Room, type Follower } from './room.ts';

const MAX_STREAMS = 2000;
const MAX_STREAMS_PER_PERSON = 20;
const RETRY_AFTER_SECONDS = 30;
/** How often connections are looked at; each has its beats in the second in which it was opened. */
const TICK_MS = 1000;
const BEAT_MS = 15_000;
/** At a shutdown clients come back over this time, not all at once. */
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

/** What a stream is opened with. */
export interface Following {
  changeRequestId: string;
  stream: EventStream;
  user: User;
  /** The page that the caller edits with this connection. */
  page: string | undefined;
  /** The caller as they are now; throws where they may not follow it any more. */
  authorize: () => Promise<User>;
}

/**
 * The open streams of this process. Who edits what is known as long as their connections are open; nothing of it is stored
 * (decision 220).
 */
export class ChangeRequestHub {
  readonly #clock: Clock;
  readonly #rooms = new Map<string, Room>();
  readonly #streamsOf = new Map<string, number>();
  readonly #checks = new Checks();
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #streams = 0;
  #isClosed = false;

  constructor({ clock, actors }: { clock: Clock; actors: ActorCache }) {
    this.#clock = clock;
    this.#stopListening = onChangeSignal((change) => this.#handleChange(change));
    actors.onInvalidated((userId) => this.#checkPeople(userId));
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams;
  }

  /** Takes a place for a stream, before anything is done for it; throws 429 or 503. Returns a function that frees it. */
  reserve(userId: string): () => void {
    if (this.#isClosed) throw unavailable('The server is stopping.');
    const own = this.#streamsOf.get(userId) ?? 0;
    if (own >= MAX_STREAMS_PER_PERSON) {
      throw new ApiError(429, `You have ${MAX_STREAMS_PER_PERSON} open streams. Close one first.`, [], {
        'retry-after': String(RETRY_AFTER_SECONDS),
      });
    }
    if (this.#streams >= MAX_STREAMS) throw unavailable('The server has too many open streams.');
    this.#streamsOf.set(userId, own + 1);
    this.#streams += 1;
    return () => {
      this.#streams -= 1;
      const left = (this.#streamsOf.get(userId) ?? 1) - 1;
      if (left > 0) this.#streamsOf.set(userId, left);
      else this.#streamsOf.delete(userId);
    };
  }

  /** Adds an open stream. Returns a function to call when it is closed. */
  add({ changeRequestId, ...following }: Following): () => void {
    const room = this.#rooms.get(changeRequestId) ?? new Room();
    this.#rooms.set(changeRequestId, room);
    const follower: Follower = {
      ...following,
      nextBeat: this.#now() + BEAT_MS,
      changes: 0,
      checked: 0,
      hasMissed: false,
    };
    room.add(follower);
    if (this.#isClosed) this.#end(follower);
    return () => {
      room.remove(follower);
      if (room.isEmpty) this.#rooms.delete(changeRequestId);
    };
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    clearInterval(this.#timer);
    for (const { followers } of this.#rooms.values()) for (const follower of followers) this.#end(follower);
  }

  #end({ stream }: Follower): void {
    stream.end(Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS)));
  }

  #handleChange({ changeRequestId, userId }: ChangeSignal): void {
    this.#rooms.get(changeRequestId)?.change(userId);
  }

  /** Beats of those whose time has come. */
  #tick(): void {
    const now = this.#now();
    for (const room of this.#rooms.values()) {
      for (const follower of room.followers) {
        follower.stream.checkReader(now);
        if (follower.nextBeat > now) continue;
        follower.nextBeat = now + BEAT_MS;
        follower.stream.sendComment();
        this.#checks.add(() => room.check(follower));
      }
    }
  }

  /** Somebody's token, session or membership has changed: they are told nothing until it is known that they may know. */
  #checkPeople(userId: string): void {
    for (const room of this.#rooms.values()) {
      for (const follower of room.followers) {
        if (userId !== ALL_USERS && follower.user.id !== userId) continue;
        follower.changes += 1;
        this.#checks.addFirst(() => room.check(follower));
      }
    }
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
