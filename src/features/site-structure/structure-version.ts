/**
 * Which version of the server's structure a cached one shows. The response of a change names the versions before and
 * after it, so the structure that one has changed oneself is known to be the server's and needs no fetching.
 */
import { changeTag, plainTag } from '#src/api/known-bodies.ts';
import type { SiteRequest } from './steps.ts';
import type { SiteStructure } from './structure.ts';

/** The version of a structure, as an entity tag, and the response body it was made from. */
interface Origin {
  readonly tag: string;
  readonly body: object;
}

const origins = new WeakMap<SiteStructure, Origin>();
const structures = new WeakMap<object, SiteStructure>();

function setOrigin(structure: SiteStructure, origin: Origin): void {
  origins.set(structure, origin);
  structures.set(origin.body, structure);
}

/** The structure of a response body; a body that stands for a known structure is not converted again. */
export function structureOf<Body extends object>(
  body: Body,
  tag: string | null,
  convert: (body: Body) => SiteStructure,
): SiteStructure {
  const structure = structures.get(body) ?? convert(body);
  structures.set(body, structure);
  if (tag !== null) setOrigin(structure, { tag, body });
  return structure;
}

/** Gives a structure that replaces an equal one the version of that one; returns it. */
export function withVersionOf(other: SiteStructure, structure: SiteStructure): SiteStructure {
  const origin = origins.get(other);
  if (origin && other !== structure) setOrigin(structure, origin);
  return structure;
}

/** The answer to a change: its body and its headers. */
export interface Answer {
  readonly data: unknown;
  readonly response: Response;
}

/** The structure after a request is known to be the one that the request was expected to make. */
interface KnownChange {
  readonly before: string;
  readonly after: string;
  /** A site space that was moved; in another section, the server may have chosen another default. */
  readonly siteSpace: string | undefined;
}

function isAsSent(sent: object, answered: unknown): boolean {
  if (typeof answered !== 'object' || answered === null) return false;
  const fields = new Map<string, unknown>(Object.entries(answered));
  return Object.entries(sent).every(
    ([name, value]) =>
      value === undefined || name.startsWith('default') || (fields.get(name) ?? null) === value,
  );
}

function knownChange({ operation, path, body }: SiteRequest, answer: Answer | null): KnownChange | null {
  // The site is to be fetched too when it was changed itself.
  const isPlain = /^(move|add|remove|update)/.test(operation) && operation !== 'updateSite';
  const tags = answer?.response.headers.get('Structure-ETag')?.split(', ') ?? [];
  const [before, after] = tags;
  if (!isPlain || before === undefined || after === undefined) return null;
  // The server may store a text in another form.
  if (operation.startsWith('update') && !isAsSent(body ?? {}, answer?.data)) return null;
  const siteSpace = operation === 'moveSiteSpace' ? path.siteSpaceId : undefined;
  return { before: plainTag(before), after, siteSpace };
}

/** Follows the version of a cached structure through one's own changes. */
export interface VersionTracker {
  /** Records a request and its answer; null for a request that failed. */
  record(request: SiteRequest, answer: Answer | null): void;
  /** The recorded requests, and nothing else, are what leads from one cached structure to the next. */
  complete(before: SiteStructure, after: SiteStructure): void;
  /** Whether the cached structure is known to be the server's. Forgets the records: if it isn't, it is fetched next. */
  settle(structure: SiteStructure | undefined): boolean;
}

export function createVersionTracker(): VersionTracker {
  let requests: (KnownChange | null)[] = [];
  return {
    record(request, answer) {
      requests.push(knownChange(request, answer));
    },
    complete(before, after) {
      const origin = origins.get(before);
      let tag = origin?.tag;
      for (const request of requests) {
        const isNext = request && tag !== undefined && plainTag(tag) === request.before;
        const stays = (id: string) => before.parents.get(id) === after.parents.get(id);
        const isKnown = isNext && (request.siteSpace === undefined || stays(request.siteSpace));
        tag = isKnown ? request.after : undefined;
      }
      requests = [];
      if (!origin || tag === undefined) return void origins.delete(after);
      changeTag(origin.body, tag);
      setOrigin(after, { ...origin, tag });
    },
    settle(structure) {
      const isConfirmed = requests.length === 0 && structure !== undefined && origins.has(structure);
      requests = [];
      return isConfirmed;
    },
  };
}
