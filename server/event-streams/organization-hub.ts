import { type Kysely, sql } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  OrganizationEvent,
  OrganizationEventsMissed,
  OrganizationNotifications,
} from '#api/generated/types.gen.ts';
import { type ActorCache, ALL_USERS } from '#server/access/actor-cache.ts';
import type { Membership } from '#server/access/actor.ts';
import { countEvents, type EventPosition, type LoggedEvent, readEvents } from '#server/audit/event-log.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { onOrganizationChanged } from '#server/lists/count-cache.ts';
import {
  groupByRecipient,
  type NotificationSignal,
  onNotificationSignal,
} from '#server/notifications/notification-signals.ts';
import { Checks } from './checks.ts';
import { type EventDatabase, formatEventId, parseEventId } from './event-ids.ts';
import { changesAccess, type ContentLevels, findContentLevels, mayRead } from './event-readers.ts';
import type { EventStream } from './event-stream.ts';
import { Throttle } from './throttle.ts';

const TICK_MS = 1000;
const BEAT_MS = 15_000;
/** The log is read at most so often after signals. */
const READ_PAUSE_MS = 100;
/** How long an event waits if no signal of it arrives, as from a command. */
const POLL_MS = 2000;
const BATCH = 500;
/** Events that are sent without a pause in which they leave this process: a stream with too much queued is cut off. */
const SLICE = 100;
/** Events that are sent again to who connects again; more, or older ones, are a `resync`. */
const MAX_REPLAYED = 10_000;
const MAX_REPLAYED_MS = 24 * 60 * 60_000;
/** More notifications that change at once are sent without identifiers. */
const MAX_NAMED_NOTIFICATIONS = 100;
/** An event has the time at which its transaction began. */
const MAX_TRANSACTION_SECONDS = 5;
/** At a shutdown clients come back over this time, not all at once. */
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

const OUTDATED = 'The last identifier is too old, or of another database.';

/** The parameters with which a stream is opened. */
export interface OrganizationFollowing {
  stream: EventStream;
  membership: Membership;
  /** The last id that the client received. */
  lastEventId: string | undefined;
  /** Without an id: how far before now it starts. */
  replaySeconds: number | undefined;
  /** As it was just before the stream opened. */
  database: EventDatabase;
  /** The membership as it is now; throws where the caller may not follow any more. */
  authorize: () => Promise<Membership>;
}

interface Follower extends OrganizationFollowing {
  nextBeat: number;
  /** Whether it is sent what came before it, and not yet what the others get. */
  isCatchingUp: boolean;
  /** Whether there was something for the others in the meantime. */
  hasMissed: boolean;
  /** How often something about its caller has changed, and how often that was checked. */
  changes: number;
  checked: number;
  isCheckQueued: boolean;
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

  constructor({ db, clock, actors }: { db: Kysely<Database>; clock: Clock; actors: ActorCache }) {
    this.#db = db;
    this.#clock = clock;
    this.#stopListening = [
      onOrganizationChanged((id) => {
        if (this.#followers.has(id)) this.#reads.signal();
      }),
      onNotificationSignal((signals) => this.#sendNotifications(signals)),
    ];
    actors.onInvalidated((userId) => this.#suspend(userId));
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Adds an open stream. Returns a function to call when it is closed. */
  add(following: OrganizationFollowing): () => void {
    const { organizationId } = following.membership;
    const state = { isCatchingUp: true, hasMissed: false, changes: 0, checked: 0, isCheckQueued: false };
    const follower: Follower = { ...following, nextBeat: this.#now() + BEAT_MS, ...state };
    const followers = this.#followers.get(organizationId) ?? new Set();
    this.#followers.set(organizationId, followers.add(follower));
    if (this.#isClosed) this.#end(follower);
    else this.#begin(follower);
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(organizationId) === followers) {
        this.#followers.delete(organizationId);
      }
      if (this.#followers.size > 0) return;
      this.#position = undefined;
      this.#sentAhead.clear();
    };
  }

  /** Ends all streams, and from now on each new one at once. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stopListening) stop();
    this.#reads.stop();
    clearInterval(this.#timer);
    for (const follower of this.#all()) this.#end(follower);
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
      // Those that changed in between are not in the record of events.
      stream.send('notification', '{}');
      // Where the database doesn't respond, the client connects again.
      void this.#catchUp(follower, last, now).catch(() => stream.end());
      return;
    }
    follower.isCatchingUp = false;
    stream.sendId(formatEventId(mark, now));
    if (lastEventId !== undefined) sendResync(stream, OUTDATED);
  }

  /** The position before the events of the last seconds; undefined where there are none. */
  async #positionBefore({
    membership: { organizationId },
    replaySeconds = 0,
    database: { epoch },
  }: Follower): Promise<EventPosition | undefined> {
    const seconds = replaySeconds + MAX_TRANSACTION_SECONDS;
    const first = await this.#db
      .selectFrom('audit_log')
      .select(['tx', 'seq'])
      .where('organization_id', '=', organizationId)
      .where('at', '>=', sql<Date>`now() - make_interval(secs => ${seconds}::int)`)
      .where('tx', 'is not', null)
      .orderBy('tx')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    return first?.tx == null || first.seq === null ? undefined : { epoch, tx: first.tx, seq: first.seq - 1 };
  }

  /** Whether few enough events have followed on a position, and none of them too long ago. */
  async #isKept({ membership: { organizationId } }: Follower, after: EventPosition): Promise<boolean> {
    const [first] = await readEvents(this.#db, { after, limit: 1, withUnsettled: true });
    if (!first) return true;
    if (this.#now() - first.at.getTime() > MAX_REPLAYED_MS) return false;
    const end = await countEvents(this.#db, { organizationId, after, limit: MAX_REPLAYED + 1 });
    return end <= MAX_REPLAYED;
  }

  async #catchUp(follower: Follower, last: EventPosition | undefined, now: EventPosition): Promise<void> {
    const { organizationId } = follower.membership;
    const start = last ?? (await this.#positionBefore(follower)) ?? now;
    const isKept = await this.#isKept(follower, start);
    const from = isKept ? start : now;
    follower.stream.sendId(formatEventId(this.#mark, from));
    if (!isKept) sendResync(follower.stream, OUTDATED);
    const sent = new Set<number>();
    for (let after = from; this.#isOpen(follower);) {
      follower.hasMissed = false;
      const options = { after, organizationId, limit: BATCH, withUnsettled: true };
      const read = await readEvents(this.#db, options);
      const events = read.filter(({ position }) => !sent.has(position.seq));
      const { changes } = follower;
      await this.#send(organizationId, events, [follower]);
      // Its access is in question: the client connects again and goes on from its last id.
      if (isSuspended(follower) || follower.changes !== changes) return follower.stream.end();
      for (const { position } of events) sent.add(position.seq);
      const settled = read.findLast(({ isSettled }) => isSettled)?.position;
      if (settled) after = settled;
      await follower.stream.untilRoom();
      // More than a batch of what isn't settled waits for the hub, which passes it on when it is.
      const isAtEnd = read.length < BATCH || settled === undefined;
      if (isAtEnd && !follower.hasMissed) break;
    }
    follower.isCatchingUp = false;
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

  /** Sends events of an organization to those who may read them, by what they may read afterwards. */
  async #send(
    organizationId: string,
    events: readonly LoggedEvent[],
    followers: readonly Follower[],
  ): Promise<void> {
    if (events.length > SLICE) {
      for (let start = 0; start < events.length; start += SLICE) {
        await this.#send(organizationId, events.slice(start, start + SLICE), followers);
      }
      return;
    }
    if (events.length === 0) return;
    const userIds = [...new Set(followers.map(({ membership }) => membership.userId))];
    const levels = await findContentLevels(this.#db, organizationId, events, userIds);
    const texts = events.map((event) => [event, JSON.stringify(toView(event))] as const);
    for (const follower of followers) {
      if (isSuspended(follower)) follower.hasMissed = true;
      else this.#sendTo(follower, texts, levels);
    }
    await nextTurn();
  }

  #sendTo(follower: Follower, texts: readonly EventText[], levels: ContentLevels): void {
    let hasOtherAccess = false;
    for (const [event, text] of texts) {
      const id = event.isSettled ? formatEventId(this.#mark, event.position) : undefined;
      if (mayRead(event, follower.membership, levels)) follower.stream.send('change', text, id);
      else hasOtherAccess ||= changesAccess(event);
    }
    if (hasOtherAccess) follower.stream.send('access', '{}');
  }

  /** Their recipients read them with their own permissions. */
  #sendNotifications(signals: readonly NotificationSignal[]): void {
    for (const { organizationId, userId, notificationIds } of groupByRecipient(signals)) {
      const ids = notificationIds.length > MAX_NAMED_NOTIFICATIONS ? undefined : notificationIds;
      const data: OrganizationNotifications = { ...(ids && { ids }) };
      for (const follower of this.#followers.get(organizationId) ?? []) {
        if (follower.membership.userId !== userId) continue;
        if (isSuspended(follower)) follower.hasMissed = true;
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
    if (this.#followers.size === 0 || (this.#nextPoll > now && this.#nextPoll <= now + POLL_MS)) return;
    this.#nextPoll = now + POLL_MS;
    this.#reads.signal();
  }

  /** Moves on who has received everything, so that a quiet organization's id does not become too old. */
  #beat(follower: Follower): void {
    const isBehind = follower.isCatchingUp || follower.hasMissed || isSuspended(follower);
    if (isBehind || !this.#position) follower.stream.sendComment();
    else follower.stream.sendId(formatEventId(this.#mark, this.#position));
  }

  /** A person's token, session or membership has changed: nothing is sent until their access is checked. */
  #suspend(userId: string): void {
    for (const follower of this.#all()) {
      if (userId !== ALL_USERS && follower.membership.userId !== userId) continue;
      follower.changes += 1;
      if (follower.isCheckQueued) continue;
      follower.isCheckQueued = true;
      this.#checks.addFirst(() => this.#check(follower));
    }
  }

  /** Ends the stream of a person who has lost access. */
  async #check(follower: Follower): Promise<void> {
    follower.isCheckQueued = false;
    const { changes } = follower;
    try {
      follower.membership = await follower.authorize();
      follower.checked = Math.max(follower.checked, changes);
    } catch {
      // Also where the database doesn't respond: what isn't known isn't granted.
      follower.stream.end();
      return;
    }
    if (!follower.hasMissed || follower.isCatchingUp || isSuspended(follower)) return;
    follower.hasMissed = false;
    sendResync(follower.stream, 'Access was checked in the meantime.');
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

/** An event with what is sent of it. */
type EventText = readonly [event: LoggedEvent, text: string];

const isSuspended = ({ changes, checked }: Follower): boolean => checked < changes;

function sendResync(stream: EventStream, reason: string): void {
  const data: OrganizationEventsMissed = { reason };
  stream.send('resync', JSON.stringify(data));
}

function toView(event: LoggedEvent): OrganizationEvent {
  const { id, action, targetKind, targetId, spaceId, changeRequestId, actorId } = event;
  return {
    id,
    action,
    target: { kind: targetKind, id: targetId },
    ...(spaceId !== null && { space: spaceId }),
    ...(changeRequestId !== null && { changeRequest: changeRequestId }),
    user: actorId,
  };
}

function groupByOrganization(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    if (event.organizationId === null) continue;
    const group = groups.get(event.organizationId) ?? [];
    groups.set(event.organizationId, group);
    group.push(event);
  }
  return groups;
}
