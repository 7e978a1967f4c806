/** The segments as whom members look at a site: kept with the site or, at servers without them, in this browser. */
import { useQuery } from '@tanstack/react-query';
import { getSiteVisitorSegmentsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { getSiteVisitorSegments, putSiteVisitorSegments } from '#api/generated/sdk.gen.ts';
import type { SiteVisitorSegments } from '#api/generated/types.gen.ts';
import { offlineError } from '#src/api/errors.ts';
import { etagOf, ifMatchHeader } from '#src/api/etags.ts';
import { optional } from '#src/api/optional-requests.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { Segment } from '../audience.ts';
import { type ClaimValue, isClaimValue, MAX_CLAIM_VALUE } from '../claim-value.ts';
import type { Claim, SitePath } from '../claims.ts';

/** The limit per site; each segment is a column. */
export const MAX_SEGMENTS = 20;
/** The limit per segment. */
const MAX_CLAIMS = 50;

const storageKey = (siteId: string) => `segments.${siteId}`;
const stores = new Map<string, Store<readonly Segment[] | null>>();

/** The segments stored in this browser; null if none were saved. */
function browserSegmentsOf(siteId: string): Store<readonly Segment[] | null> {
  const existing = stores.get(siteId);
  if (existing) return existing;
  const created = createStore<readonly Segment[] | null>(
    parseSegments(readStored('local', storageKey(siteId))),
  );
  stores.set(siteId, created);
  return created;
}

/** Saves segments in this browser; null forgets them. */
export function saveInBrowser(siteId: string, segments: readonly Segment[] | null): void {
  const limited = segments?.slice(0, MAX_SEGMENTS) ?? null;
  writeStored('local', storageKey(siteId), limited && JSON.stringify(limited));
  browserSegmentsOf(siteId).set(limited);
}

/** Invalid entries are dropped. */
export function parseSegments(text: string | null): Segment[] | null {
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.flatMap((entry) => parseSegment(entry) ?? []) : null;
  } catch {
    return null;
  }
}

function parseSegment(value: unknown): Segment | null {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('values' in value)) return null;
  const { name, values } = value;
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return null;
  const validEntries = Object.entries(values).filter(
    (entry): entry is [string, ClaimValue] =>
      isClaimValue(entry[1]) && String(entry[1]).length <= MAX_CLAIM_VALUE,
  );
  return { name, values: Object.fromEntries(validEntries) };
}

/** Texts and numbers are never true. */
const canBeTrue = ({ type, compared }: Claim) => !compared && (type === undefined || type === 'boolean');

/** Default segments: an anonymous visitor, and one for each of the first claims that can be true. */
export function defaultSegments(claims: readonly Claim[]): Segment[] {
  return [
    { name: 'Anonymous visitor', values: {} },
    ...claims
      .filter(canBeTrue)
      .slice(0, 5)
      .map(({ name }) => ({ name, values: { [name]: true } })),
  ];
}

/** Those of a site; null at servers that don't keep them. */
export const segmentsOptions = (path: SitePath) => optional(getSiteVisitorSegmentsOptions({ path }));

export const segmentInvalidations = (path: SitePath): InvalidationTarget[] => [
  { operation: 'getSiteVisitorSegments', path },
];

/** A site that never had any begins with an anonymous visitor and one for each claim. */
export function segmentsFrom(
  stored: SiteVisitorSegments | null | undefined,
  claims: readonly Claim[],
): Segment[] {
  if (stored?.updatedAt === undefined) return defaultSegments(claims);
  return stored.segments.map(({ name, claims: values }) => ({
    name,
    values: Object.fromEntries(values.map((claim) => [claim.name, claim.value])),
  }));
}

const toStored = ({ name, values }: Segment) => ({
  name,
  claims: Object.entries(values)
    .slice(0, MAX_CLAIMS)
    .map(([claim, value]) => ({ name: claim, value })),
});

/** Replaces a segment; adds it where `previousName` is null or gone, removes it where `next` is null. */
export function withSegment(
  segments: readonly Segment[],
  previousName: string | null,
  next: Segment | null,
): Segment[] {
  const isThere = segments.some(({ name }) => name === previousName);
  if (!isThere) return next ? [...segments, next] : [...segments];
  return segments.flatMap((segment) => (segment.name === previousName ? (next ?? []) : segment));
}

/** The segments with those of a browser that they don't have. One whose name means something else gets another. */
export function withBrowserSegments(segments: readonly Segment[], browser: readonly Segment[]): Segment[] {
  const all = [...segments];
  for (const segment of browser) {
    const sameName = all.find(({ name }) => name === segment.name);
    if (sameName && isSameSegment(sameName, segment)) continue;
    all.push({ ...segment, name: freeName(segment.name, all) });
  }
  return all.slice(0, MAX_SEGMENTS);
}

export function isSameSegment(a: Segment, b: Segment): boolean {
  const names = new Set([...Object.keys(a.values), ...Object.keys(b.values)]);
  return a.name === b.name && [...names].every((name) => a.values[name] === b.values[name]);
}

const MAX_NAME = 60;

function freeName(wanted: string, segments: readonly Segment[]): string {
  const isFree = (name: string) => segments.every((segment) => segment.name !== name);
  const base = wanted.trim().slice(0, MAX_NAME) || 'Segment';
  let name = base;
  for (let number = 2; !isFree(name); number += 1) {
    const suffix = ` ${number}`;
    name = base.slice(0, MAX_NAME - suffix.length) + suffix;
  }
  return name;
}

/** Changes what the server has now: the segments that others have changed stay. 412 if they do so at the same time. */
export async function updateSegments(
  path: SitePath,
  claims: readonly Claim[],
  change: (segments: readonly Segment[]) => readonly Segment[],
): Promise<void> {
  // Checked here, because the message of a failed read would not say whether the change was sent.
  const address = `/orgs/${path.organizationId}/sites/${path.siteId}/visitor-segments`;
  if (!navigator.onLine) throw offlineError('PUT /orgs/{organizationId}/sites/{siteId}/visitor-segments');
  const { data } = await getSiteVisitorSegments({ path, throwOnError: true });
  await putSiteVisitorSegments({
    path,
    headers: ifMatchHeader(etagOf(`/v1${address}`)),
    body: { segments: change(segmentsFrom(data, claims)).map(toStored) },
    throwOnError: true,
  });
}

export interface SiteSegments {
  segments: readonly Segment[];
  /** Where they are kept: with the site, or in this browser at servers that don't keep them. */
  place: 'site' | 'browser';
  /** Those of this browser that the site does not have; they were made before it kept any. */
  leftover: readonly Segment[];
}

/** The segments of a site. */
export function useSegments(path: SitePath, claims: readonly Claim[]): SiteSegments {
  const { data } = useQuery(segmentsOptions(path));
  const inBrowser = useStore(browserSegmentsOf(path.siteId));
  if (data === null)
    return { segments: inBrowser ?? defaultSegments(claims), place: 'browser', leftover: [] };
  const segments = segmentsFrom(data, claims);
  const isMissing = (each: Segment) => !segments.some((segment) => isSameSegment(segment, each));
  return { segments, place: 'site', leftover: data ? (inBrowser ?? []).filter(isMissing) : [] };
}
