import type { JournalEntry } from '#src/api/journal.ts';

/** What an address that ends with one of these does. */
const deeds: Record<string, string> = {
  move: 'Moved',
  merge: 'Merged',
  update: 'Updated',
  restore: 'Restored',
  duplicate: 'Duplicated',
  transfer: 'Transferred',
  publish: 'Published',
  unpublish: 'Unpublished',
  import: 'Imported into',
  sso: 'Required single sign-on for',
  sort: 'Sorted',
};

const methods: Record<string, string> = {
  POST: 'Created',
  PUT: 'Set',
  PATCH: 'Changed',
  DELETE: 'Deleted',
};

const nouns: Record<string, string> = {
  orgs: 'organization',
  members: 'member',
  teams: 'team',
  'link-invites': 'invite link',
  invites: 'invitation',
  sites: 'site',
  'site-spaces': 'site space',
  sections: 'section',
  'section-groups': 'section group',
  spaces: 'space',
  collections: 'collection',
  'change-requests': 'change request',
  comments: 'comment',
  replies: 'reply',
  reviews: 'review',
  'requested-reviewers': 'requested reviewer',
  saml: 'identity provider',
  openapi: 'API specification',
  translations: 'translation',
  'custom-fields': 'custom field',
  permissions: 'access',
  users: 'member access',
  content: 'content',
};

/**
 * What a request changed, in words that its method and address give: "Changed a team “Docs”". For changes that nobody
 * has named.
 */
export function wordsOf({ label, method, path, body }: JournalEntry): string {
  if (label !== undefined) return label;
  const parts = (path.split('?')[0] ?? '').split('/').filter(Boolean).slice(1);
  const last = parts.at(-1) ?? '';
  const deed = deeds[last];
  const places = deed === undefined ? parts : parts.slice(0, -1);
  const noun = nouns[places.findLast((part) => nouns[part] !== undefined) ?? ''] ?? `“${last}”`;
  const title = titleIn(body);
  // A team is made by a PUT on the list of teams.
  const verb = method === 'PUT' && last === 'teams' ? 'Created' : methods[method];
  return [deed ?? verb ?? method, noun, title && `“${title}”`].filter(Boolean).join(' ');
}

function titleIn(body: string | null): string | undefined {
  if (body === null) return undefined;
  const sent: unknown = JSON.parse(body);
  if (typeof sent !== 'object' || sent === null) return undefined;
  if ('title' in sent && typeof sent.title === 'string') return sent.title;
  return 'name' in sent && typeof sent.name === 'string' ? sent.name : undefined;
}

/** Changes that were made one after another and read the same, as one line. */
export interface JournalLine {
  entry: JournalEntry;
  words: string;
  count: number;
}

/** How far apart changes of one line may be, in milliseconds. */
const together = 30_000;

/** The journal as it is read: the latest first, repetitions in one line. */
export function journalLines(entries: readonly JournalEntry[]): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const entry of entries.toReversed()) {
    const words = wordsOf(entry);
    const before = lines.at(-1);
    if (before?.words === words && before.entry.at - entry.at < together && entry.label === undefined)
      before.count += 1;
    else lines.push({ entry, words, count: 1 });
  }
  return lines;
}
