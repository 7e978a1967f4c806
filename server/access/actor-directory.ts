import { type Kysely, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Notices } from '#server/database/notices.ts';
import type { Database } from '#server/database/schema.ts';
import { Actor, type Membership } from './actor.ts';
import { hashSecret } from './tokens.ts';

/** How long a caller is remembered; what another process has changed shows within this time even if nobody tells us. */
const LIFETIME_MS = 5000;
const MOST_REMEMBERED = 10_000;
/** Stands for all people in a notice. */
export const EVERYONE = '*';

interface Remembered {
  actor: Promise<Actor | undefined>;
  until: number;
}

/**
 * Knows who owns a token. Reads token, user and all memberships in one statement and remembers the answer for five
 * seconds; whoever changes a token, a membership or a team makes it forget at once, in the other processes on the same
 * database too.
 */
export class ActorDirectory {
  readonly #db: Kysely<Database>;
  readonly #clock: Clock;
  readonly #notices: Notices | undefined;
  readonly #telling = new Set<Promise<void>>();
  readonly #remembered = new Map<string, Remembered>();
  readonly #userOf = new Map<string, string>();
  #usedTokens = new Set<string>();

  constructor(db: Kysely<Database>, clock: Clock, notices?: Notices) {
    this.#db = db;
    this.#clock = clock;
    this.#notices = notices;
    notices?.on('callers', (userId) => (userId === EVERYONE ? this.#dropEveryone() : this.#dropUser(userId)));
    notices?.onGap(() => this.#dropEveryone());
  }

  /** The owner of a token; undefined where it is unknown, expired or revoked. */
  async find(token: string): Promise<Actor | undefined> {
    const hash = hashSecret(token);
    const now = performance.now();
    const known = this.#remembered.get(hash);
    const actor = await (known && known.until > now ? known.actor : this.#remember(hash, now));
    if (actor) this.#usedTokens.add(actor.tokenId);
    return actor;
  }

  /** Forgets a person: to be called after every change to their tokens, sessions, memberships or teams. */
  forgetUser(userId: string): void {
    this.#dropUser(userId);
    this.#tell(userId);
  }

  /** Forgets everyone, after changes to many people: a bulk change of a team, the end of a team. */
  forgetEveryone(): void {
    this.#dropEveryone();
    this.#tell(EVERYONE);
  }

  /** Resolves when the other processes have been told whom to forget: an answer that says so must not be sent earlier. */
  async told(): Promise<void> {
    if (this.#telling.size > 0) await Promise.all(this.#telling);
  }

  /** Writes down which tokens were used since the last call; the server calls it once a minute and when it stops. */
  async recordUse(): Promise<void> {
    const used = [...this.#usedTokens];
    this.#usedTokens = new Set();
    if (used.length === 0) return;
    await this.#db
      .updateTable('tokens')
      .set({ last_used_at: this.#clock.now() })
      .where('id', '=', sql<string>`any(${used}::text[])`)
      .execute();
  }

  #tell(userId: string): void {
    if (!this.#notices) return;
    const telling = this.#notices.tell('callers', userId).finally(() => this.#telling.delete(telling));
    this.#telling.add(telling);
  }

  #dropUser(userId: string): void {
    for (const hash of this.#remembered.keys()) {
      // Whose token it is may still be being read, from before the change.
      const owner = this.#userOf.get(hash);
      if (owner === undefined || owner === userId) this.#forget(hash);
    }
  }

  #dropEveryone(): void {
    this.#remembered.clear();
    this.#userOf.clear();
  }

  async #remember(hash: string, now: number): Promise<Actor | undefined> {
    if (this.#remembered.size >= MOST_REMEMBERED) this.#dropEveryone();
    const entry: Remembered = { actor: this.#read(hash), until: now + LIFETIME_MS };
    // The promise is kept, so that many requests at once cost one statement.
    this.#remembered.set(hash, entry);
    const actor = await entry.actor.catch((error: unknown) => {
      this.#forget(hash);
      throw error;
    });
    // It was to be forgotten meanwhile; whoever asks next reads anew.
    if (this.#remembered.get(hash) !== entry) return actor;
    if (actor) this.#userOf.set(hash, actor.user.id);
    // Guesses must not push out the callers that exist.
    else this.#forget(hash);
    return actor;
  }

  #forget(hash: string): void {
    this.#remembered.delete(hash);
    this.#userOf.delete(hash);
  }

  async #read(hash: string): Promise<Actor | undefined> {
    const now = this.#clock.now();
    const row = await this.#db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .leftJoin('sessions', 'sessions.id', 'tokens.session_id')
      .select([
        'tokens.id as token_id',
        'tokens.session_id',
        'sessions.sso_organization_id',
        'users.id',
        'users.display_name',
        'users.email',
        'users.photo_url',
        sql<Membership[]>`(
          select coalesce(json_agg(json_build_object(
            'organizationId', m.organization_id, 'userId', m.user_id,
            'role', m.role, 'disabled', m.disabled, 'sso', m.sso,
            'teamIds', (${sql.raw(TEAM_IDS)}), 'ownedTeamIds', (${sql.raw(TEAM_IDS)} and t.role = 'owner')
          )), '[]'::json)
          from members m where m.user_id = users.id
            and m.organization_id = coalesce(sessions.sso_organization_id, m.organization_id)
            and m.organization_id <> all(coalesce(sessions.without_organization_ids, '{}')))`.as(
          'memberships',
        ),
      ])
      .where('tokens.hash', '=', hash)
      .where('tokens.revoked_at', 'is', null)
      .where((is) => is.or([is('tokens.expires_at', 'is', null), is('tokens.expires_at', '>', now)]))
      .where('sessions.revoked_at', 'is', null)
      .executeTakeFirst();
    return (
      row &&
      new Actor({
        user: { id: row.id, displayName: row.display_name, email: row.email, photoURL: row.photo_url },
        tokenId: row.token_id,
        sessionId: row.session_id,
        boundTo: row.sso_organization_id,
        memberships: row.memberships,
      })
    );
  }
}

const TEAM_IDS = `select coalesce(json_agg(t.team_id), '[]'::json) from team_members t
  where t.organization_id = m.organization_id and t.user_id = m.user_id`;
