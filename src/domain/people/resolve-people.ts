import type { QueryClient } from '@tanstack/react-query';
import { getMemberOptions, listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, MemberList } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { maxPageSize, nextPage } from '#src/api/paging.ts';
import { mapLimit } from '#src/lib/arrays.ts';

/** People in a pasted text, in order, without duplicates. */
export interface PastedPeople {
  /** Lowercase email addresses, or user ids as written. */
  people: string[];
  /** Words that are neither; shown to the user. */
  rejected: string[];
  /** Duplicates. */
  repeated: string[];
}

const emailPattern = /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"'.]+$/u;
const idPattern = /^[A-Za-z0-9_-]{12,64}$/;

/** Parses pasted people: lines, comma or semicolon lists, "Ada Lovelace <ada@example.org>", a spreadsheet column. */
export function parsePastedPeople(text: string): PastedPeople {
  const people = new Set<string>();
  const rejected = new Set<string>();
  const repeated = new Set<string>();
  const add = (key: string) => (people.has(key) ? repeated : people).add(key);
  for (const part of text.split(/[,;\n\r\t]+/)) {
    const bracketed = [...part.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside.trim());
    const words = bracketed.length > 0 ? bracketed : part.split(/\s+/);
    for (const word of words.filter(Boolean)) {
      const plain = word.replace(/^["'(]+|["').]+$/g, '');
      if (emailPattern.test(plain)) add(plain.toLowerCase());
      else if (idPattern.test(plain)) add(plain);
      else rejected.add(word);
    }
  }
  return { people: [...people], rejected: [...rejected], repeated: [...repeated] };
}

const concurrency = 4;

/** Up to this many emails are searched one by one instead of scanning the member list. */
const maxSingleLookups = 8;

/** The requests needed to resolve people. */
export interface PeopleLookup {
  page: (page: string | undefined) => Promise<MemberList>;
  /** Members whose name or email contains a text. */
  search: (text: string) => Promise<readonly Member[]>;
  member: (userId: string) => Promise<Member | null>;
}

/**
 * Resolves emails and user ids to members. Few emails are searched one by one; for many the member list is scanned
 * while that takes fewer requests.
 */
export async function resolvePeople(
  people: readonly string[],
  lookup: PeopleLookup,
): Promise<ReadonlyMap<string, Member>> {
  const membersByKey = new Map<string, Member>();
  const missing = new Set(people.filter((key) => key.includes('@')));
  const ids = people.filter((key) => !key.includes('@'));
  for (const member of await mapLimit(ids, concurrency, lookup.member))
    if (member) membersByKey.set(member.id, member);
  if (missing.size > maxSingleLookups && (await scanMembers(missing, membersByKey, lookup)))
    return membersByKey;
  const rest = [...missing];
  const results = await mapLimit(rest, concurrency, lookup.search);
  for (const [index, address] of rest.entries()) {
    const member = results[index]?.find((candidate) => emailOf(candidate) === address);
    if (member) membersByKey.set(address, member);
  }
  return membersByKey;
}

/**
 * Scans the member list and removes matches from `missing`.
 *
 * @returns whether the scan was exhaustive
 */
async function scanMembers(
  missing: Set<string>,
  found: Map<string, Member>,
  lookup: PeopleLookup,
): Promise<boolean> {
  let scanned = 0;
  const requestedPages: (string | undefined)[] = [];
  let previous: MemberList | undefined;
  let page: string | undefined;
  do {
    const fetched = await lookup.page(page);
    const { items, count } = fetched;
    requestedPages.push(page);
    const next = nextPage(fetched, previous, requestedPages);
    previous = fetched;
    for (const member of items) {
      const address = emailOf(member);
      if (missing.delete(address)) found.set(address, member);
    }
    scanned += items.length;
    if (missing.size === 0 || next === 'end') return true;
    // The list repeats, so missing members may still be in it.
    if (next === 'repeated') return false;
    page = next.page;
    if (Math.ceil((count - scanned) / maxPageSize) > missing.size) return false;
  } while (page);
  return true;
}

const emailOf = ({ user }: Member) => user.email?.toLowerCase() ?? '';

/** Lookups through the query cache, since the text is edited repeatedly. */
export function createCachedLookup(queryClient: QueryClient, organizationId: string): PeopleLookup {
  const path = { organizationId };
  return {
    page: (page) =>
      queryClient.fetchQuery(
        listMembersOptions({ path, query: { limit: maxPageSize, ...(page && { page }) } }),
      ),
    search: async (search) =>
      (await queryClient.fetchQuery(listMembersOptions({ path, query: { limit: 10, search } }))).items,
    member: (userId) =>
      queryClient
        .fetchQuery(getMemberOptions({ path: { organizationId, userId } }))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        }),
  };
}
