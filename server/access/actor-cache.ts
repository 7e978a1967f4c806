import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { Actor, type Membership } from './actor.ts';
import { readReadingToken } from './reading-token.ts';
import { latestEnd } from './session-limits.ts';
import { type Credential, reasonNotOpen, type SignInPolicyRules } from './sign-in-policy.ts';
import { hashSecret } from './tokens.ts';

/** How long a caller is cached; changes of other processes take effect within this time even without a message. */
const TTL_MS = 5000;
const MAX_ENTRIES = 10_000;
/** Stands for all users in a message. */
export const ALL_USERS = '*';

interface CacheEntry {
  actor: Promise<Actor | undefined>;
  /** Once it is loaded. */
  loaded?: Actor;
  expiresAt: number;
}

/**
 * Resolves tokens to actors. Reads token, user and all memberships in one statement and caches the result for five
 * seconds. A change to a token, a membership or a team invalidates it at once, in the other processes on the same
 * database too.
 */
export class ActorCache {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #pubSub: PubSub | undefined;
  readonly #publishing = new Set<Promise<void>>();
  readonly #entries = new Map<string, CacheEntry>();
  readonly #userIds = new Map<string, string>();
  readonly #listeners: ((userId: string) => void)[] = [];
  #usedTokens = new Set<string>();

  constructor(db: Kysely<Database>, clock: Clock, pubSub?: PubSub) {
    this.#db = db;
    this.#clock = clock;
    this.#pubSub = pubSub;
    pubSub?.subscribe('actors', (userId) => this.#forget(userId));
    pubSub?.onReconnect(() => this.#evictAll());
  }

  /** The owner of a token; undefined if it is unknown, expired or revoked. */
  async find(token: string): Promise<Actor | undefined> {
    const hash = hashSecret(token);
    const now = performance.now();
    const entry = this.#entries.get(hash);
    const actor = await (entry && entry.expiresAt > now ? entry.actor : this.#load(hash, now));
    if (actor) this.#usedTokens.add(actor.tokenId);
    return actor;
  }

  /**
   * The same from a replica, while there is no primary. It is not remembered: a message that somebody lost their access may have come
   * before the replica has that. Tokens of `readingTokenOf` are taken here only.
   */
  async findAt(
    replica: Kysely<Database>,
    token: string,
    service: ServiceSettings,
  ): Promise<Actor | undefined> {
    const now = this.#clock.now();
    const sessionId = readReadingToken(service, token, now);
    const row = await (sessionId === undefined
      ? findToken(replica, hashSecret(token), now)
      : findSession(replica, sessionId, now));
    return row && toActor(row, now);
  }

  /** The same as {@link find} without waiting: undefined also where the owner is not cached. */
  findCached(token: string): Actor | undefined {
    const entry = this.#entries.get(hashSecret(token));
    if (!entry?.loaded || entry.expiresAt <= performance.now()) return undefined;
    this.#usedTokens.add(entry.loaded.tokenId);
    return entry.loaded;
  }

  /** Call this after every change to a user's tokens, sessions, memberships or teams. */
  invalidateUser(userId: string): void {
    this.#forget(userId);
    this.#publish(userId);
  }

  /** Call this after changes to many people: a bulk change or the deletion of a team. */
  invalidateAll(): void {
    this.#forget(ALL_USERS);
    this.#publish(ALL_USERS);
  }

  /** Calls `listener` with each user of whom something has changed, here or in another process, or with `ALL_USERS`. */
  onInvalidated(listener: (userId: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Whether other processes are yet to be notified. */
  get isPublishing(): boolean {
    return this.#publishing.size > 0;
  }

  /** Resolves when the other processes have been notified; a response that reports the change must wait for it. */
  async flush(): Promise<void> {
    await Promise.all(this.#publishing);
  }

  /** Writes which tokens were used since the last call; runs once a minute and on shutdown. */
  async recordTokenUse(): Promise<void> {
    const used = [...this.#usedTokens];
    this.#usedTokens = new Set();
    if (used.length === 0) return;
    await this.#db
      .updateTable('tokens')
      .set({ last_used_at: this.#clock.now() })
      .where('id', '=', sql<string>`any(${used}::text[])`)
      .execute();
  }

  #publish(userId: string): void {
    if (!this.#pubSub) return;
    const publishing = this.#pubSub
      .publish('actors', userId)
      .finally(() => this.#publishing.delete(publishing));
    this.#publishing.add(publishing);
  }

  #forget(userId: string): void {
    if (userId === ALL_USERS) this.#evictAll();
    else this.#evictUser(userId);
    for (const listener of this.#listeners) listener(userId);
  }

  #evictUser(userId: string): void {
    for (const hash of this.#entries.keys()) {
      // The owner may still be loading, from before the change.
      const owner = this.#userIds.get(hash);
      if (owner === undefined || owner === userId) this.#evict(hash);
    }
  }

  #evictAll(): void {
    this.#entries.clear();
    this.#userIds.clear();
  }

  async #load(hash: string, now: number): Promise<Actor | undefined> {
    if (this.#entries.size >= MAX_ENTRIES) this.#evictAll();
    const entry: CacheEntry = { actor: this.#query(hash), expiresAt: now + TTL_MS };
    // The promise is cached, so that concurrent requests cost one statement.
    this.#entries.set(hash, entry);
    const actor = await entry.actor.catch((error: unknown) => {
      this.#evict(hash);
      throw error;
    });
    // It was invalidated during the load; the next call loads it again.
    if (this.#entries.get(hash) !== entry) return actor;
    // Unknown tokens must not push out real callers.
    if (!actor) this.#evict(hash);
    else {
      entry.loaded = actor;
      this.#userIds.set(hash, actor.user.id);
    }
    return actor;
  }

  #evict(hash: string): void {
    this.#entries.delete(hash);
    this.#userIds.delete(hash);
  }

  async #query(hash: string): Promise<Actor | undefined> {
    const now = this.#clock.now();
    const row = await findToken(this.#db, hash, now);
    return row && toActor(row, now);
  }
}

const TEAM_IDS = `select coalesce(json_agg(t.team_id), '[]'::json) from team_members t
  where t.organization_id = m.organization_id and t.user_id = m.user_id`;

const OWNER_COLUMNS = ['users.id', 'users.display_name', 'users.email', 'users.photo_url'] as const;

const isOperator = sql<boolean>`exists (select from operators where operators.user_id = users.id)`;

/** The memberships that a session opens, within the limits of its token. */
const membershipsOf = (limits: RawBuilder<unknown>) => sql<StoredMembership[]>`(
        select coalesce(json_agg(json_build_object(
          'organizationId', m.organization_id, 'userId', m.user_id,
          'role', m.role, 'disabled', m.disabled, 'sso', m.sso,
          'teamIds', (${sql.raw(TEAM_IDS)}), 'ownedTeamIds', (${sql.raw(TEAM_IDS)} and t.role = 'owner'),
          'policy', json_build_object('passkeyRequired', o.passkey_required,
            'sessionHours', o.session_hours, 'tokenDays', o.token_days, 'ssoRequired', o.sso or m.sso)
        )), '[]'::json)
        from members m join organizations o on o.id = m.organization_id
        where m.user_id = users.id
          and m.organization_id = coalesce(sessions.sso_organization_id, m.organization_id)
          and m.organization_id <> all(coalesce(sessions.without_organization_ids, '{}'))${limits})`;

type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** A valid token with its owner, its session and the owner's memberships. */
function findToken(db: Kysely<Database>, hash: string, now: Date) {
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .leftJoin('sessions', 'sessions.id', 'tokens.session_id')
    .select([
      'tokens.id as token_id',
      'tokens.session_id',
      'tokens.method as token_method',
      'tokens.organization_ids',
      'tokens.sso_organization_id as token_sso_organization_id',
      'sessions.method as session_method',
      'sessions.sso_organization_id',
      ...OWNER_COLUMNS,
      isOperator.as('is_operator'),
      sql<Date>`coalesce(sessions.created_at, tokens.created_at)`.as('created_at'),
      membershipsOf(sql`
          and m.organization_id <> all(tokens.without_organization_ids)
          and (tokens.organization_ids is null or m.organization_id = any(tokens.organization_ids))`).as(
        'memberships',
      ),
    ])
    .where('tokens.hash', '=', hash)
    .where('tokens.revoked_at', 'is', null)
    .where((is) => is.or([is('tokens.expires_at', 'is', null), is('tokens.expires_at', '>', now)]))
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** A living session as the row of a token of it. */
function findSession(db: Kysely<Database>, sessionId: string, now: Date): Promise<TokenRow | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as token_id',
      sql<string | null>`sessions.id`.as('session_id'),
      sql<null>`null`.as('token_method'),
      sql<null>`null`.as('organization_ids'),
      sql<null>`null`.as('token_sso_organization_id'),
      'sessions.method as session_method',
      'sessions.sso_organization_id',
      ...OWNER_COLUMNS,
      isOperator.as('is_operator'),
      'sessions.created_at',
      membershipsOf(sql``).as('memberships'),
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
}

/** Undefined if the policies of the organizations have ended the session. */
function toActor(row: TokenRow, now: Date): Actor | undefined {
  const kind = row.organization_ids === null ? 'command line token' : 'console token';
  const credential: Credential = {
    kind: row.session_id === null ? kind : 'session',
    method: row.session_method ?? row.token_method,
    createdAt: row.created_at,
    limitedTo: row.sso_organization_id ?? row.token_sso_organization_id,
  };
  const active = row.memberships.filter(({ disabled }) => !disabled);
  const end = latestEnd(
    active.map(({ policy }) => policy),
    credential.createdAt,
  );
  // The same as when it is renewed: the person signs in again.
  if (credential.kind === 'session' && end && end <= now) return undefined;
  const memberships: Membership[] = [];
  const notOpen = new Map<string, string>();
  for (const { policy, ...membership } of row.memberships) {
    const reason = membership.disabled ? undefined : reasonNotOpen(credential, membership, policy, now);
    if (reason === undefined) memberships.push(membership);
    else notOpen.set(membership.organizationId, reason);
  }
  return new Actor({
    user: { id: row.id, displayName: row.display_name, email: row.email, photoURL: row.photo_url },
    tokenId: row.token_id,
    sessionId: row.session_id,
    ssoOrganizationId: row.sso_organization_id,
    credential,
    // An identity provider and an administrator vouch for one organization, never for the server.
    isOperator: row.is_operator && credential.limitedTo === null && row.organization_ids === null,
    memberships,
    notOpen,
  });
}

/** A membership as the statement returns it. */
type StoredMembership = Membership & { policy: SignInPolicyRules };
