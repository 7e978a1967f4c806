import type { Kysely } from 'kysely';
import type { User } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { LEVEL, MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findLevels } from './event-readers.ts';
import type { Attending, PeopleList } from './people-list.ts';
import type { Attendee, Presence } from './presence.ts';

/** What a person has open, as the contract writes it: `site:<id>`, `change-request:<id>:<page>:edit`. */
export interface OpenSubject {
  /** `space:<id>`: those who have it open see each other. */
  key: string;
  /** The space that it belongs to; undefined for a site. */
  spaceId: string | undefined;
  page: string | undefined;
  isEditing: boolean;
}

/** Of what a person says to have open, what they may read. Only who may edit is shown as editing. */
export async function findOpenSubjects(
  db: Kysely<Database>,
  { organizationId, userId, role }: Membership,
  texts: readonly string[],
): Promise<OpenSubject[]> {
  if (texts.length === 0) return [];
  const parts = texts.map((text) => text.split(':'));
  const idsOf = (kind: string) => parts.flatMap(([each, id = '']) => (each === kind ? [id] : []));
  const [sites, changeRequests] = await Promise.all([
    findSites(db, organizationId, role >= LEVEL.read ? idsOf('site') : []),
    findChangeRequests(db, idsOf('change-request')),
  ]);
  const spaceOf = new Map(changeRequests.map(({ id, space_id: spaceId }) => [id, spaceId]));
  const spaceIds = [...idsOf('space'), ...spaceOf.values()];
  const levels = await findLevels(db, organizationId, spaceIds, [userId]);
  return parts.flatMap(([kind, id = '', page, edit]): OpenSubject[] => {
    const key = `${kind}:${id}`;
    if (kind === 'site') {
      return sites.has(id) ? [{ key, spaceId: undefined, page: undefined, isEditing: false }] : [];
    }
    const spaceId = kind === 'space' ? id : spaceOf.get(id);
    const level = levels.get(`${spaceId} ${userId}`) ?? 0;
    if (level < MIN_VISIBLE_LEVEL) return [];
    return [{ key, spaceId, page, isEditing: edit !== undefined && level >= LEVEL.edit }];
  });
}

async function findSites(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function findChangeRequests(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('change_requests').select(['id', 'space_id']).where('id', 'in', ids).execute();
}

/** What one connection has open, and who else has. */
export class OpenSubjects {
  readonly #presence: Presence;
  readonly #send: (subject: string, people: PeopleList, own: readonly Attending[]) => void;
  readonly #joined = new Map<
    string,
    { attendee: Attendee; spaceId: string | undefined; leave: () => void }
  >();
  /** While the access of the connection is in question, it is told nothing. */
  #isPaused = false;

  constructor(
    presence: Presence,
    send: (subject: string, people: PeopleList, own: readonly Attending[]) => void,
  ) {
    this.#presence = presence;
    this.#send = send;
  }

  /** Goes on with what the person may read now, under the name that they have now. */
  update(user: User, subjects: readonly OpenSubject[]): void {
    this.#isPaused = false;
    for (const [key, { leave }] of this.#joined) {
      if (subjects.some((subject) => subject.key === key)) continue;
      leave();
      this.#joined.delete(key);
    }
    for (const [key, [first, ...more]] of groupByKey(subjects)) {
      const attending = [first, ...more].map(({ page, isEditing }) => ({ page, isEditing, user }));
      const joined = this.#joined.get(key);
      if (joined) this.#tellAgain(key, joined.attendee, attending);
      else this.#join(key, first.spaceId, user.id, attending);
    }
  }

  /** Says nothing until the next update, where an event may concern the access to what is open. */
  pauseAbout(spaceId: string | undefined): boolean {
    const isConcerned = [...this.#joined.values()].some(
      (joined) => spaceId === undefined || joined.spaceId === spaceId,
    );
    this.#isPaused ||= isConcerned;
    return isConcerned;
  }

  pause(): void {
    this.#isPaused = true;
  }

  end(): void {
    for (const { leave } of this.#joined.values()) leave();
    this.#joined.clear();
  }

  #join(key: string, spaceId: string | undefined, userId: string, attending: readonly Attending[]): void {
    let sent = '';
    const attendee: Attendee = {
      userId,
      attending,
      tell: (people) => {
        const json = people.toJson(attendee.attending);
        if (this.#isPaused || json === sent) return;
        sent = json;
        this.#send(key, people, attendee.attending);
      },
    };
    this.#joined.set(key, { attendee, spaceId, leave: this.#presence.join(key, attendee) });
  }

  #tellAgain(key: string, attendee: Attendee, attending: readonly Attending[]): void {
    const isOther = JSON.stringify(attendee.attending) !== JSON.stringify(attending);
    attendee.attending = attending;
    if (isOther) this.#presence.update(key);
    this.#presence.tell(key, attendee);
  }
}

function groupByKey(
  subjects: readonly OpenSubject[],
): Map<string, [first: OpenSubject, ...more: OpenSubject[]]> {
  const groups = new Map<string, [OpenSubject, ...OpenSubject[]]>();
  for (const subject of subjects) {
    const group = groups.get(subject.key);
    if (group) group.push(subject);
    else groups.set(subject.key, [subject]);
  }
  return groups;
}
