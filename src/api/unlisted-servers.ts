import { answerMembersOf, fieldOf, resolveReference } from '#api/answer-members.ts';
import operationIndex from '#api/generated/operations.json' with { type: 'json' };
import { readStored, writeStored } from '#src/lib/storage.ts';
import { MissingOperationError } from './errors.ts';
import type { ServerSupport } from './extensions.ts';
import { listedOperations } from './listed-operations.ts';
import type { OperationId } from './queries.ts';

/**
 * The operations that other servers support: from their list, from the definition that they serve, and from
 * their refusals.
 */

interface OperationEntry {
  /** `GET /v1/orgs/{organizationId}`. */
  line: string;
  isExtension?: boolean;
  answers?: { isList: boolean; members: readonly string[] };
}

const operations: Readonly<Record<string, OperationEntry>> = operationIndex;

/** Where servers publish their OpenAPI definition, relative to their base URL. */
const locations = ['/openapi.json', '/openapi.yaml'];

/**
 * Extensions that servers of another make have, too, with answers that screens read in both shapes. Every other one is
 * ours alone: it is requested where a server lists it, or defines it with the members that ours always has.
 */
const sharedExtensions: ReadonlySet<string> = new Set<OperationId>([
  'acceptInvite',
  'createLinkInvite',
  'createReview',
  'createSpace',
  'deleteChangeRequestCommentReply',
  'deleteSpaceCommentReply',
  'editChangeRequestContent',
  'getChangeRequestChanges',
  'getChangeRequestPageByPath',
  'getCurrentUser',
  'getRevisionPage',
  'getServerInfo',
  'getSiteStructure',
  'getSpacePageByPath',
  'grantCollectionPermissions',
  'grantSpacePermissions',
  'inviteMembers',
  'listChangeRequestLinks',
  'listChangeRequestPageBacklinks',
  'listCollectionPermissions',
  'listCollectionTeamPermissions',
  'listCollectionUserPermissions',
  'listContributors',
  'listLinkInvites',
  'listRequestedReviewers',
  'listReviews',
  'listRevisionPages',
  'listSpacePageBacklinks',
  'listSpacePermissions',
  'listSpaceTeamPermissions',
  'listSpaceUserPermissions',
  'listSpaces',
  'publishSite',
  'removeCollectionTeamPermission',
  'removeCollectionUserPermission',
  'removeRequestedReviewer',
  'removeSpaceTeamPermission',
  'removeSpaceUserPermission',
  'requestReviewers',
  'sortSiteStructure',
  'unpublishSite',
  'updateChangeRequestCommentReply',
  'updateCollectionTeamPermission',
  'updateCollectionUserPermission',
  'updateSpaceTeamPermission',
  'updateSpaceUserPermission',
]);

const isOursAlone = (id: string): boolean =>
  operations[id]?.isExtension === true && !sharedExtensions.has(id);

/** The operations of the current server, requested once; the base URL is null for the console's own server. */
let current: { server: string | null; support: Promise<ServerSupport> } | null = null;

/** The operations that a server supports; for another server cached for the session of the tab. */
export function supportOf(server: string | null): Promise<ServerSupport> {
  if (current?.server === server) return current.support;
  const storedSupport = server === null ? null : loadSupport(server);
  const support = storedSupport ? Promise.resolve(storedSupport) : readSupport(server);
  const entry = { server, support };
  current = entry;
  // The next caller tries again.
  support.catch(() => {
    if (current === entry) current = null;
  });
  return support;
}

async function readSupport(server: string | null): Promise<ServerSupport> {
  // Our own is only read here if it lists nothing.
  const operations = server === null ? null : await listedOperations();
  const definition = operations ? null : await readServedDefinition(server ?? '');
  const support = {
    listed: operations,
    defined: definition && definedOperations(definition),
    unsupported: [],
    titlesTranslations: 'title' in bodyMembers(definition, 'POST /orgs/{}/translations'),
    importSources: importSourcesOf(definition),
    importsInRuns: definition !== null && operationsOf(definition).has('POST /org/{}/imports'),
  };
  if (server !== null) writeSupport(server, support);
  return support;
}

/** Stores what is known of another server for the session of the tab. */
export function storeSupport(server: string, support: ServerSupport): void {
  current = { server, support: Promise.resolve(support) };
  writeSupport(server, support);
}

const storedName = 'operations';

function writeSupport(server: string, support: ServerSupport): void {
  writeStored('session', storedName, JSON.stringify({ server, ...support }));
}

export function loadSupport(server: string): ServerSupport | null {
  try {
    const storedValue: unknown = JSON.parse(readStored('session', storedName) ?? 'null');
    if (typeof storedValue !== 'object' || storedValue === null) return null;
    if (!('server' in storedValue) || storedValue.server !== server) return null;
    return {
      listed: 'listed' in storedValue && Array.isArray(storedValue.listed) ? storedValue.listed : null,
      defined: 'defined' in storedValue && Array.isArray(storedValue.defined) ? storedValue.defined : null,
      unsupported:
        'unsupported' in storedValue && Array.isArray(storedValue.unsupported) ? storedValue.unsupported : [],
      titlesTranslations: 'titlesTranslations' in storedValue && storedValue.titlesTranslations === true,
      importSources:
        'importSources' in storedValue && Array.isArray(storedValue.importSources)
          ? storedValue.importSources
          : null,
      importsInRuns: 'importsInRuns' in storedValue && storedValue.importsInRuns === true,
    };
  } catch {
    return null;
  }
}

/** Operations by method and path, as they are requested. */
const idsByLine = new Map(Object.entries(operations).map(([id, { line }]) => [line, id]));

/**
 * Rejects a request for what the server doesn't have.
 *
 * @param server null for the console's own, which lists nothing
 * @param line its operation: `GET /v1/orgs/{organizationId}`
 * @param status of the response, if the request was sent
 * @throws {MissingOperationError}
 */
export async function refuseMissing(server: string | null, line: string, status?: number): Promise<void> {
  const id = idsByLine.get(line);
  if (id === undefined || id === 'getServerInfo') return;
  // Operations that every server may have don't wait for the list of this one.
  const isKnown = isOursAlone(id) || current?.server === server;
  const support = isKnown ? await supportOf(server).catch(() => null) : null;
  if (support && isMissing(support, id)) throw new MissingOperationError(line, undefined, status);
}

function isMissing({ listed, defined, unsupported }: ServerSupport, id: string): boolean {
  if (listed) return operations[id]?.isExtension === true && !listed.includes(id);
  if (unsupported.includes(id)) return true;
  return defined ? !defined.includes(id) : isOursAlone(id);
}

/** The definition that a server serves; null if it serves none to this origin. */
async function readServedDefinition(server: string): Promise<object | null> {
  // Requested at once, because each may take seconds; those after the first definition are not needed.
  const unneeded = new AbortController();
  const texts = locations.map((location) => ({
    location,
    text: fetchText(server + location, unneeded.signal),
  }));
  try {
    for (const { location, text } of texts) {
      const definition = Object(await parseDefinition(await text, location));
      if (operationsOf(definition).size > 0) return definition;
    }
    return null;
  } finally {
    unneeded.abort();
  }
}

/** Which of our operations a definition has: at their path and, if they are ours alone, with what they answer. */
function definedOperations(definition: object): string[] {
  const defined = operationsOf(definition);
  return Object.entries(operations)
    .filter(([id, { line, answers }]) => {
      const operation = defined.get(normalized(line));
      if (operation === undefined || !isOursAlone(id) || answers === undefined)
        return operation !== undefined;
      const theirs = answerMembersOf(definition, operation);
      return (
        theirs?.isList === answers.isList && answers.members.every((name) => theirs.described.includes(name))
      );
    })
    .map(([id]) => id);
}

/** The members of the body that an operation takes. */
function bodyMembers(definition: object | null, line: string): object {
  const operation = definition && operationsOf(definition).get(line);
  const body = resolveReference(definition, fieldOf(operation, 'requestBody'));
  const schema = ['content', 'application/json', 'schema'].reduce<object>(fieldOf, body);
  return fieldOf(resolveReference(definition, schema), 'properties');
}

/** The import sources that a definition names; null if it names none. */
function importSourcesOf(definition: object | null): string[] | null {
  const members = bodyMembers(definition, 'POST /spaces/{}/content/import');
  const { enum: named } = Object(resolveReference(definition, fieldOf(members, 'source')));
  return Array.isArray(named) ? named.map(String) : null;
}

/** Without a token, which would need a permission of CORS that files rarely have. */
async function fetchText(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit' });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

async function parseDefinition(text: string | undefined, location: string): Promise<unknown> {
  if (text === undefined) return undefined;
  try {
    return location.endsWith('.json') ? JSON.parse(text) : (await import('yaml')).parse(text);
  } catch {
    return undefined;
  }
}

/** The operations of a definition by `GET /orgs/{}/spaces`. */
function operationsOf(definition: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(fieldOf(definition, 'paths')).flatMap(([path, methods]) =>
      Object.entries(Object(methods)).map(([method, operation]): [string, unknown] => [
        normalized(`${method.toUpperCase()} ${path}`),
        operation,
      ]),
    ),
  );
}

/** Names of parameters differ, and the version may be a part of the server's URL. */
const normalized = (line: string) =>
  line.replace(/^(\w+) \/v1(?=\/|$)/, '$1 ').replaceAll(/\{[^}]*\}/g, '{}');
