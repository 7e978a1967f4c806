import { parseUrl } from '#server/base/parse-url.ts';

/** Members whose values are data or code, not parts of the specification. */
export const DATA_MEMBERS: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'pattern']);

/** Objects whose members have names that people choose. */
export const NAMED_MEMBERS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'definitions',
  '$defs',
  'schemas',
  'parameters',
  'responses',
  'headers',
  'examples',
  'requestBodies',
  'securitySchemes',
  'securityDefinitions',
  'variables',
  'scopes',
  'paths',
  'pathItems',
  'webhooks',
  'callbacks',
  'links',
  'mapping',
  'content',
  'encoding',
]);

/** A place in a specification: a file and the names of members down to the value. */
export interface SpecPlace {
  file: string;
  path: readonly string[];
}

/** An object that refers to another one. */
export interface SpecReference extends SpecPlace {
  target: string;
}

/** The references of a document, without those in examples, other data and extensions, which nobody follows. */
export function listReferences(file: string, document: unknown): SpecReference[] {
  const references: SpecReference[] = [];
  const visit = (value: unknown, path: readonly string[], isNamed: boolean): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, String(index)], false);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === '$ref' && typeof member === 'string' && !isNamed)
        references.push({ file, path, target: member });
      else if (isNamed || !isData(name, path)) visit(member, [...path, name], isNamedList(name, isNamed));
    }
  };
  visit(document, [], false);
  return references;
}

/** Whether the members of a member have names that people choose: not in lists, such as `parameters` of an operation. */
function isNamedList(name: string, isNamed: boolean): boolean {
  return !isNamed && NAMED_MEMBERS.has(name);
}

function isData(name: string, path: readonly string[]): boolean {
  return DATA_MEMBERS.has(name) || name.startsWith('x-') || (name === 'value' && path.at(-2) === 'examples');
}

/** The file that a reference names, as files are called: relative to the main file, or a whole URL. */
export function resolveFile(reference: string, from: string): string {
  const [file = ''] = reference.split('#', 1);
  if (file === '') return from;
  if (isUrl(file) || isUrl(from)) return parseUrl(file, isUrl(from) ? from : undefined)?.href ?? file;
  const parts = from.split('/').slice(0, -1);
  for (const part of decodePath(file).split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export function isUrl(file: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(file);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The parts of the fragment of a reference; undefined where it names an anchor. */
export function pointerParts(reference: string): string[] | undefined {
  const [, pointer = ''] = reference.split('#', 2);
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => decodePath(part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** A path as a JSON pointer. */
export function toPointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
