import type { JournalEntry } from '#src/api/log/journal.ts';

/** The verb for a URL that ends with one of these. */
const actionVerbs: Record<string, string> = {
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

const methodVerbs: Record<string, string> = {
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
  oidc: 'identity provider',
  openapi: 'API specification',
  translations: 'translation',
  'custom-fields': 'custom field',
  permissions: 'access',
  users: 'member access',
  content: 'content',
};

/** Describes a request by its method and URL: "Updated team “Docs”". Used for changes without a label. */
export function describeEntry({ label, method, path, body }: JournalEntry): string {
  if (label !== undefined) return label;
  const segments = (path.split('?')[0] ?? '').split('/').filter(Boolean).slice(1);
  const last = segments.at(-1) ?? '';
  const action = actionVerbs[last];
  const pathParts = action === undefined ? segments : segments.slice(0, -1);
  const noun = nouns[pathParts.findLast((part) => nouns[part] !== undefined) ?? ''] ?? `“${last}”`;
  const title = titleOfBody(body);
  // Teams are created by PUT on the list.
  const verb = method === 'PUT' && last === 'teams' ? 'Created' : methodVerbs[method];
  return [action ?? verb ?? method, noun, title && `“${title}”`].filter(Boolean).join(' ');
}

function titleOfBody(body: string | null): string | undefined {
  if (body === null) return undefined;
  const requestBody: unknown = JSON.parse(body);
  if (typeof requestBody !== 'object' || requestBody === null) return undefined;
  if ('title' in requestBody && typeof requestBody.title === 'string') return requestBody.title;
  return 'name' in requestBody && typeof requestBody.name === 'string' ? requestBody.name : undefined;
}

/** Consecutive identical changes, merged into one line. */
export interface JournalLine {
  entry: JournalEntry;
  text: string;
  count: number;
}

/** Identical changes within this time are merged, in milliseconds. */
const MERGE_WINDOW_MS = 30_000;

/** Newest first, with identical changes merged. */
export function journalLines(entries: readonly JournalEntry[]): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const entry of entries.toReversed()) {
    const text = describeEntry(entry);
    const previous = lines.at(-1);
    if (
      previous?.text === text &&
      previous.entry.at - entry.at < MERGE_WINDOW_MS &&
      entry.label === undefined
    )
      previous.count += 1;
    else lines.push({ entry, text, count: 1 });
  }
  return lines;
}
