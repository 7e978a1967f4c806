import type { Kysely } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationEventsMissed, OrganizationNotifications } from '#api/generated/types.gen.ts';
import { type ActorCache, ALL_USERS } from '#server/access/actor-cache.ts';
import { type EventPosition, type LoggedEvent, readEvents } from '#server/audit/event-log.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { onOrganizationChanged } from '#server/lists/count-cache.ts';
import {
  groupByRecipient,
  type NotificationSignal,
  onNotificationSignal,
} from '#server/notifications/notification-signals.ts';
import { batchesOf, type ReadableEvents } from './change-batch.ts';
import { Checks } from './checks.ts';
import { formatEventId, parseEventId } from './event-ids.ts';
import { findContentLevels } from './event-readers.ts';
import { findPositionBefore, haveNotificationsChanged, isReplayable } from './event-replay.ts';
import type { StreamSink } from './event-stream.ts';
import { concernsAccess, groupByOrganization, spaceOf } from './event-views.ts';
import { type Follower, isSuspended, type OrganizationFollowing } from './follower.ts';
import { OpenSubjects } from './open-subjects.ts';
import { Presence } from './presence.ts';
import { StreamLimits } from './stream-limits.ts';
import { Throttle } from './throttle.ts';

const TICK_MS = 1000;
const BEAT_MS = 15_000;
/** The log is read at most so often after signals, as each read that finds something is a write to every stream. */
const READ_PAUSE_MS = 200;
/** How long an event waits if no signal of it arrives, as from a command. */
const POLL_MS = 2000;
const BATCH = 500;
/** Events that are sent without a pause in which they leave this process: a stream with too much queued is cut off. */
const SLICE = 100;
/** More notifications that change at once are sent without identifiers. */
const MAX_NAMED_NOTIFICATIONS = 100;
/** At a shutdown clients come back over this time, not all at once. */
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

const OUTDATED = 'The last identifier is too old, or of another database.';

export interface HubOptions {
  database: Pick<Connection, 'db' | 'pubSub'>;
  clock: Clock;
  actors: ActorCache;
}

/**
 * The open streams of organizations in this process. It reads the record of events once for all of them: also what later
 * commits may still precede, so that a transaction that stays open delays nobody. An id says up to where nothing can be
 * missing, so who connects again may get an event twice, and misses none.
 */
export class OrganizationHub {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #followers = new Map<string, Set<Follower>>();
  readonly #presence: Presence;
  readonly #limits = new StreamLimits();
  readonly #checks = new Checks();
  readonly #reads = new Throttle(READ_PAUSE_MS, () => void this.#read());
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: readonly (() => void)[];
  /** Everything up to here was sent. Undefined while nobody follows. */
  #position: EventPosition | undefined;
  #mark = '';
  /** What was sent of the events after the position. */
  #sentAhead = new Set<number>();
  #isReading = false;
  #isReadRequested = false;
  #nextPoll = 0;
  #isClosed = false;

  constructor({ database, clock, actors }: HubOptions) {
    this.#db = database.db;
    this.#clock = clock;
    this.#presence = new Presence(database, () => this.#now());
    this.#stopListening = [
      onOrganizationChanged((id) => {
        if (this.#followers.has(id)) this.#reads.signal();
      }),
      onNotificationSignal((signals) => this.#sendNotifications(signals)),
    ];
    actors.onInvalidated((userId) => this.#suspend(userId));
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
  add(following: OrganizationFollowing): () => void {
    const { membership, stream, user, subjects } = following;
    const { organizationId } = membership;
    const open = new OpenSubjects(this.#presence, (...people) => stream.sendPeople(...people));
    const progress = {
      isCatchingUp: true,
      hasMissed: false,
      missed: undefined,
      hasMissedNotifications: false,
    };
    const state = { ...progress, changes: 0, checked: 0, isCheckQueued: false };
    const follower: Follower = { ...following, nextBeat: this.#now() + BEAT_MS, open, ...state };
    const followers = this.#followers.get(organizationId) ?? new Set();
    this.#followers.set(organizationId, followers.add(follower));
    if (this.#isClosed) this.#end(follower);
    else {
      this.#begin(follower);
      open.update(user, subjects);
    }
    return () => {
      open.end();
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(organizationId) === followers) {
        this.#followers.delete(organizationId);
      }
      if (this.#followers.size > 0) return;
      this.#position = undefined;
      this.#sentAhead.clear();
    };
  }

  /** Ends all streams, and from now on each new one at once. Resolves when the other servers know. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const stop of this.#stopListening) stop();
      this.#reads.stop();
      clearInterval(this.#timer);
      for (const follower of this.#all()) this.#end(follower);
    }
    await this.#presence.close();
  }

  *#all(): Iterable<Follower> {
    for (const followers of this.#followers.values()) yield* followers;
  }

  #end({ stream }: Follower): void {
    stream.end(Math.round(MIN_RETRY_MS + Math.random() * (MAX_RETRY_MS - MIN_RETRY_MS)));
  }

  /** Who has no id reads everything once the stream is open. Others are sent what they have missed first. */
  #begin(follower: Follower): void {
    const { stream, lastEventId, replaySeconds, database } = follower;
    const { mark, epoch, oldest } = database;
    const now = { epoch, tx: oldest, seq: 0 };
    this.#mark = mark;
    if (!this.#position) {
      this.#position = now;
      this.#nextPoll = this.#now() + POLL_MS;
    }
    const last = lastEventId === undefined ? undefined : parseEventId(lastEventId, database);
    if (last || (lastEventId === undefined && replaySeconds !== undefined)) {
      // Where the database doesn't respond, the client connects again.
      void this.#catchUp(follower, last, now).catch(() => stream.end());
      return;
    }
    follower.isCatchingUp = false;
    stream.sendId(formatEventId(mark, now));
    if (lastEventId !== undefined) sendResync(stream, OUTDATED);
  }

  async #catchUp(follower: Follower, last: EventPosition | undefined, now: EventPosition): Promise<void> {
    const { replaySeconds: seconds = 0, membership } = follower;
    const { organizationId, userId } = membership;
    const { epoch } = now;
    const hasMissed = await haveNotificationsChanged(this.#db, {
      userId,
      organizationId,
      after: last,
      seconds,
    });
    if (hasMissed) follower.stream.send('notification', '{}');
    const start = last ?? (await findPositionBefore(this.#db, { organizationId, epoch, seconds })) ?? now;
    const isKept = await isReplayable(this.#db, { organizationId, after: start, now: this.#now() });
    const from = isKept ? start : now;
    follower.stream.sendId(formatEventId(this.#mark, from));
    if (!isKept) sendResync(follower.stream, OUTDATED);
    await this.#replay(follower, from, new Set());
  }

  /** Sends what follows on a position, without what was sent of it, until the follower gets what the others get. */
  async #replay(follower: Follower, from: EventPosition, sent: Set<number>): Promise<void> {
    const { organizationId } = follower.membership;
    for (let after = from; this.#isOpen(follower);) {
      follower.hasMissed = false;
      const options = { after, organizationId, limit: BATCH, withUnsettled: true };
      const read = await readEvents(this.#db, options);
      const events = read.filter(({ position }) => !sent.has(position.seq));
      await this.#send(organizationId, events, [follower], true);
      if (follower.missed) {
        // Its access came into question: it goes on from here once that is checked.
        follower.missed = { from: after, sent };
        break;
      }
      for (const { position } of events) sent.add(position.seq);
      const settled = read.findLast(({ isSettled }) => isSettled)?.position;
      if (settled) after = settled;
      await follower.stream.untilRoom();
      // More than a batch of what isn't settled waits for the hub, which passes it on when it is.
      const isAtEnd = read.length < BATCH || settled === undefined;
      if (isAtEnd && !follower.hasMissed) break;
    }
    follower.isCatchingUp = false;
    if (follower.missed && !isSuspended(follower)) this.#sendMissed(follower);
  }

  #isOpen(follower: Follower): boolean {
    return this.#followers.get(follower.membership.organizationId)?.has(follower) === true;
  }

  /** Reads and sends what is new. One read at a time; a signal during one makes another. */
  async #read(): Promise<void> {
    this.#isReadRequested = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isReadRequested && this.#position && !this.#isClosed) {
        this.#isReadRequested = false;
        if (await this.#readBatch(this.#position)) this.#isReadRequested = true;
      }
    } catch {
      // The next poll reads again.
    } finally {
      this.#isReading = false;
    }
  }

  /** Whether there is more. */
  async #readBatch(after: EventPosition): Promise<boolean> {
    const read = await readEvents(this.#db, { after, limit: BATCH, withUnsettled: true });
    const events = read.filter(({ position }) => !this.#sentAhead.has(position.seq));
    for (const [organizationId, group] of groupByOrganization(events)) {
      const followers = this.#followers.get(organizationId);
      if (!followers) continue;
      const ready = [...followers].filter(({ isCatchingUp }) => !isCatchingUp);
      for (const follower of followers) follower.hasMissed ||= follower.isCatchingUp;
      await this.#send(organizationId, group, ready);
    }
    for (const { position } of events) this.#sentAhead.add(position.seq);
    const settled = read.filter(({ isSettled }) => isSettled);
    for (const { position } of settled) this.#sentAhead.delete(position.seq);
    const last = settled.at(-1);
    // While it read, the last follower may have gone.
    if (last && this.#position) this.#position = last.position;
    // Behind a whole batch of what isn't settled there may be more; it comes when some of that is.
    return read.length === BATCH && last !== undefined;
  }

  /**
   * Sends events of an organization to those who may read them, by what they may read afterwards.
   *
   * @param isReplay the events came before those that the others get
   */
  async #send(
    organizationId: string,
    events: readonly LoggedEvent[],
    followers: readonly Follower[],
    isReplay = false,
  ): Promise<void> {
    if (events.length > SLICE) {
      for (let start = 0; start < events.length; start += SLICE) {
        await this.#send(organizationId, events.slice(start, start + SLICE), followers, isReplay);
      }
      return;
    }
    if (events.length === 0) return;
    const userIds = [...new Set(followers.map(({ membership }) => membership.userId))];
    const levels = await findContentLevels(this.#db, organizationId, events, userIds);
    const batchFor = batchesOf(events, levels, ({ position }) => formatEventId(this.#mark, position));
    const concerning = events.filter(concernsAccess);
    for (const follower of followers) {
      // Never past what it has missed: its last id would hide that.
      if (follower.isCatchingUp && !isReplay) follower.hasMissed = true;
      else if (!isSuspended(follower) && !follower.missed) sendTo(follower, batchFor(follower.membership));
      else if (this.#position) {
        follower.missed ??= { from: this.#position, sent: new Set(this.#sentAhead) };
      }
      if (concerning.some((event) => follower.open.pauseAbout(spaceOf(event)))) {
        this.#checkSoon(follower);
      }
    }
    await nextTurn();
  }

  /** Their recipients read them with their own permissions. */
  #sendNotifications(signals: readonly NotificationSignal[]): void {
    for (const { organizationId, userId, notificationIds } of groupByRecipient(signals)) {
      const ids = notificationIds.length > MAX_NAMED_NOTIFICATIONS ? undefined : notificationIds;
      const data: OrganizationNotifications = { ...(ids && { ids }) };
      for (const follower of this.#followers.get(organizationId) ?? []) {
        if (follower.membership.userId !== userId) continue;
        if (isSuspended(follower)) follower.hasMissedNotifications = true;
        else follower.stream.send('notification', JSON.stringify(data));
      }
    }
  }

  #tick(): void {
    const now = this.#now();
    for (const follower of this.#all()) {
      follower.stream.checkReader(now);
      if (follower.nextBeat > now && follower.nextBeat <= now + BEAT_MS) continue;
      follower.nextBeat = now + BEAT_MS;
      this.#beat(follower);
      this.#checks.add(() => this.#check(follower));
    }
    this.#presence.tick();
    if (this.#followers.size === 0 || (this.#nextPoll > now && this.#nextPoll <= now + POLL_MS)) return;
    this.#nextPoll = now + POLL_MS;
    this.#reads.signal();
  }

  /** Moves on who has received everything, so that a quiet organization's id does not become too old. */
  #beat(follower: Follower): void {
    const isBehind = follower.isCatchingUp || follower.missed !== undefined || isSuspended(follower);
    follower.stream.beat(isBehind || !this.#position ? undefined : formatEventId(this.#mark, this.#position));
  }

  /** A person's token, session or membership has changed: nothing is sent until their access is checked. */
  #suspend(userId: string): void {
    for (const follower of this.#all()) {
      if (userId !== ALL_USERS && follower.membership.userId !== userId) continue;
      follower.changes += 1;
      follower.open.pause();
      this.#checkSoon(follower);
    }
    this.#presence.forgetNames(userId === ALL_USERS ? undefined : userId);
  }

  #checkSoon(follower: Follower): void {
    if (follower.isCheckQueued) return;
    follower.isCheckQueued = true;
    this.#checks.addFirst(() => this.#check(follower));
  }

  /** Ends the stream of a person who has lost access. */
  async #check(follower: Follower): Promise<void> {
    follower.isCheckQueued = false;
    const { changes } = follower;
    try {
      const { membership, user, subjects } = await follower.authorize();
      follower.membership = membership;
      follower.checked = Math.max(follower.checked, changes);
      if (!isSuspended(follower) && this.#isOpen(follower)) follower.open.update(user, subjects);
    } catch {
      // Also where the database doesn't respond: what isn't known isn't granted.
      follower.stream.end();
      return;
    }
    if (!isSuspended(follower)) this.#sendMissed(follower);
  }

  /** What there was while its access was in question. */
  #sendMissed(follower: Follower): void {
    const { stream, missed, hasMissedNotifications, isCatchingUp } = follower;
    if (hasMissedNotifications) stream.send('notification', '{}');
    follower.hasMissedNotifications = false;
    if (!missed || isCatchingUp) return;
    follower.missed = undefined;
    follower.isCatchingUp = true;
    void this.#replay(follower, missed.from, new Set(missed.sent)).catch(() => stream.end());
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

function sendTo({ stream }: Follower, { changes, hasOtherAccess }: ReadableEvents): void {
  if (changes.events.length > 0) stream.sendChanges(changes);
  if (hasOtherAccess) stream.send('access', '{}');
}

function sendResync(stream: StreamSink, reason: string): void {
  const data: OrganizationEventsMissed = { reason };
  stream.send('resync', JSON.stringify(data));
}
