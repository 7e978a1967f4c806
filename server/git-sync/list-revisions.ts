import type { Kysely } from 'kysely';
import type { RevisionGit } from '#api/generated/types.gen.ts';
import type { CommitPerson } from '#server/content/repository/object-folder.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { GitConnection } from './git-connection.ts';

/** A revision of a space, with what its commit says. */
export interface WritableRevision {
  id: string;
  /** Whether it was made of a commit: the branch has it already. */
  isFromBranch: boolean;
  author: CommitPerson;
  message: string;
}

/** Older ones are written together with the first of these. */
const MAX_COMMITS = 20;
const MAX_MESSAGE_LENGTH = 10_000;

interface RevisionRow {
  id: string;
  parents: string[];
  message: string | null;
  created_by: string | null;
  created_at: Date;
  git: RevisionGit | null;
}

/** The revisions of a space since the one that the branch has, oldest first. */
export async function listRevisions(
  db: Kysely<Database>,
  connection: GitConnection,
  { since, current }: { since: string | null; current: string },
): Promise<WritableRevision[]> {
  const rows = since === null ? [] : await selectSince(db, connection.spaceId, since);
  const chain = chainTo(rows, since, current);
  const revisions = chain.length > 0 ? chain : await selectRows(db, connection.spaceId, [current]);
  const people = await findPeople(
    db,
    connection,
    revisions.flatMap((row) => row.created_by ?? []),
  );
  const written: WritableRevision[] = [];
  for (const revision of revisions) {
    written.push({
      id: revision.id,
      isFromBranch: since !== null && revision.git !== null,
      ...(await describeRevision(db, connection, revision, people)),
    });
  }
  return written;
}

async function selectSince(db: Kysely<Database>, spaceId: string, since: string): Promise<RevisionRow[]> {
  return selectColumns(db, spaceId)
    .where('change_request_id', 'is', null)
    .where('created_at', '>=', (revision) =>
      revision.selectFrom('revision_rows').select('created_at').where('id', '=', since),
    )
    .orderBy('created_at')
    .execute();
}

async function selectRows(db: Kysely<Database>, spaceId: string, ids: string[]): Promise<RevisionRow[]> {
  return selectColumns(db, spaceId).where('id', 'in', ids).execute();
}

function selectColumns(db: Kysely<Database>, spaceId: string) {
  return db
    .selectFrom('revision_rows')
    .select(['id', 'parents', 'message', 'created_by', 'created_at'])
    .select((column) => column.ref('git').$castTo<RevisionGit | null>().as('git'))
    .where('space_id', '=', spaceId);
}

/** The last first parents of a revision, oldest first, back to one that is not among the rows. */
function chainTo(rows: readonly RevisionRow[], since: string | null, current: string): RevisionRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chain = new Set<RevisionRow>();
  let at = byId.get(current);
  while (at && at.id !== since && !chain.has(at)) {
    chain.add(at);
    at = byId.get(at.parents[0] ?? '');
  }
  const revisions = [...chain].toReversed();
  // The revision since which it is may be one of a change request: it is no parent of any of these.
  const isConnected = revisions.length === 1 || revisions[0]?.parents[0] === since;
  return revisions.slice(isConnected ? -MAX_COMMITS : -1);
}

interface Person {
  id: string;
  name: string;
  email: string;
}

/** Who commits name as their authors, by the ids of accounts. */
export async function findPeople(
  db: Kysely<Database>,
  { authorEmails, noReplyHost }: Pick<GitConnection, 'authorEmails' | 'noReplyHost'>,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'email_confirmed_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => {
      const isNamed = authorEmails === 'account' && row.email_confirmed_at !== null;
      const email = isNamed ? row.email : `${row.id}@users.noreply.${noReplyHost}`;
      return [row.id, { id: row.id, name: cleanName(row.display_name), email: cleanName(email) }];
    }),
  );
}

/** Git ends names and addresses at these signs. */
const cleanName = (text: string): string => text.replaceAll(/[<>\r\n]+/g, ' ').trim() || 'Unknown';

async function describeRevision(
  db: Kysely<Database>,
  connection: GitConnection,
  revision: RevisionRow,
  people: ReadonlyMap<string, Person>,
): Promise<{ author: CommitPerson; message: string }> {
  const changeRequest = await db
    .selectFrom('change_requests')
    .select(['number', 'subject', 'contributors'])
    .where('space_id', '=', connection.spaceId)
    .where('revision_merged', '=', revision.id)
    .executeTakeFirst();
  const person = people.get(revision.created_by ?? '') ?? {
    id: '',
    name: 'Bindery',
    email: `bindery@users.noreply.${connection.noReplyHost}`,
  };
  const { name, email } = person;
  const author = { name, email, timestamp: Math.floor(revision.created_at.getTime() / 1000) };
  const contributors = await findPeople(db, connection, changeRequest?.contributors ?? []);
  const trailers = [...contributors.values()]
    .filter(({ id }) => id !== person.id)
    .map((other) => `Co-authored-by: ${other.name} <${other.email}>`);
  const text = messageOf(connection.messageTemplate, revision.message, changeRequest);
  return { author, message: [text, ...(trailers.length > 0 ? [trailers.join('\n')] : [])].join('\n\n') };
}

function messageOf(
  template: string,
  revisionMessage: string | null,
  changeRequest: { number: number; subject: string } | undefined,
): string {
  const fallback = revisionMessage?.trim() || 'Edit pages';
  if (!changeRequest) return fallback.slice(0, MAX_MESSAGE_LENGTH);
  const { number, subject } = changeRequest;
  const name = subject.trim() || fallback;
  const pattern = template.trim() || '{change_request_subject}';
  return pattern
    .replaceAll('{change_request_number}', String(number))
    .replaceAll('{change_request_subject}', () => name)
    .slice(0, MAX_MESSAGE_LENGTH);
}
