import extensionPaths from '#api/generated/extension-paths.json' with { type: 'json' };
import { readStored, writeStored } from '#src/lib/storage.ts';
import type { ServerSupport } from './extensions.ts';

/** What servers support that list nothing: from the definition that they serve, and from what they deny. */

/** Where servers publish their OpenAPI definition, relative to their base URL. */
const locations = ['/openapi.json', '/openapi.yaml'];

/**
 * Operations that the public platform has under the same path with other contents: what its definition says about them
 * says nothing about ours.
 */
const otherContents: ReadonlySet<string> = new Set([
  'createSiteRedirect',
  'deleteSiteRedirect',
  'getSiteCustomization',
  'listContent',
  'listSiteRedirects',
  'updateSiteRedirect',
]);

/** Reads what a server supports from its definition; the base URL is null for the console's own server. */
export async function readSupport(server: string | null, signal: AbortSignal): Promise<ServerSupport> {
  const definition = await readServedDefinition(server ?? '', signal);
  const support = {
    listed: null,
    defined: definition && extensionsIn(definition),
    unsupported: [],
    titlesTranslations: 'title' in membersOfTranslation(definition),
  };
  if (server !== null) storeSupport(server, support);
  return support;
}

const storedName = 'support';

/** Stores what is known of another server for the session of the tab. */
export function storeSupport(server: string, support: ServerSupport): void {
  writeStored('session', storedName, JSON.stringify({ server, ...support }));
}

export function loadSupport(server: string): ServerSupport | null {
  try {
    const stored: unknown = JSON.parse(readStored('session', storedName) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    if (!('server' in stored) || stored.server !== server) return null;
    return {
      listed: null,
      defined: 'defined' in stored && Array.isArray(stored.defined) ? stored.defined : null,
      unsupported: 'unsupported' in stored && Array.isArray(stored.unsupported) ? stored.unsupported : [],
      titlesTranslations: 'titlesTranslations' in stored && stored.titlesTranslations === true,
    };
  } catch {
    return null;
  }
}

/** The definition that a server serves; null if it serves none to this origin. */
async function readServedDefinition(server: string, signal: AbortSignal): Promise<object | null> {
  // Requested at once, because each may take seconds; those after the first definition are not needed.
  const unneeded = new AbortController();
  const signals = AbortSignal.any([signal, unneeded.signal]);
  const texts = locations.map((location) => ({ location, text: fetchText(server + location, signals) }));
  try {
    for (const { location, text } of texts) {
      const definition = Object(await parseDefinition(await text, location));
      if (operationLines(definition).size > 0) return definition;
    }
    return null;
  } finally {
    unneeded.abort();
  }
}

function extensionsIn(definition: object): string[] {
  const lines = operationLines(definition);
  return Object.entries(extensionPaths)
    .filter(([id, line]) => !otherContents.has(id) && lines.has(normalized(line)))
    .map(([id]) => id);
}

/** The members of the body that creates translation settings. */
function membersOfTranslation(definition: object | null): object {
  const entry = Object.entries(fieldOf(definition, 'paths')).find(
    ([path]) => normalized(`POST ${path}`) === 'POST /orgs/{}/translations',
  );
  const names = ['post', 'requestBody', 'content', 'application/json', 'schema'];
  const schema = names.reduce<object>(fieldOf, Object(entry?.[1]));
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(Reflect.get(schema, '$ref'))) ?? [];
  const target =
    name === undefined ? schema : ['components', 'schemas', name].reduce<object>(fieldOf, Object(definition));
  return fieldOf(target, 'properties');
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

/** The operations of a definition as `GET /orgs/{}/spaces`. */
function operationLines(definition: unknown): ReadonlySet<string> {
  return new Set(
    Object.entries(fieldOf(definition, 'paths')).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => normalized(`${method.toUpperCase()} ${path}`)),
    ),
  );
}

const fieldOf = (value: unknown, name: string): object => Object(Reflect.get(Object(value), name));

/** Names of parameters differ, and the version may be a part of the server's URL. */
const normalized = (line: string) =>
  line.replace(/^(\w+) \/v1(?=\/|$)/, '$1 ').replaceAll(/\{[^}]*\}/g, '{}');
