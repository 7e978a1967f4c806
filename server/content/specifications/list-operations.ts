import type { SpecPlace } from './spec-members.ts';
import { entriesOf, isObject, type JsonObject, type SpecSource } from './spec-source.ts';

/** An operation within a specification. */
export interface SpecOperation {
  /** In lower case. */
  method: string;
  /** Of a webhook: its name. */
  path: string;
  isWebhook: boolean;
  /** As written. */
  operation: JsonObject;
  /** The properties that all operations of the path share. */
  item: JsonObject;
  /** Where it is written. */
  place: SpecPlace;
}

const METHODS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

/** The operations of a specification in its order, webhooks last. */
export function listOperations(source: SpecSource): SpecOperation[] {
  const { root } = source;
  const webhooks = root['webhooks'] === undefined ? 'x-webhooks' : 'webhooks';
  return [
    ...listOperationsIn(source, root['paths'], { path: ['paths'], isWebhook: false }),
    ...listOperationsIn(source, root[webhooks], { path: [webhooks], isWebhook: true }),
  ];
}

/** The operations of path items by path; `path`: where these are in the main file. */
export function listOperationsIn(
  source: SpecSource,
  items: unknown,
  { path: parent, isWebhook }: { path: readonly string[]; isWebhook: boolean },
): SpecOperation[] {
  return entriesOf(items).flatMap(([path, written]) => {
    const { value: item, place = { file: source.rootFile, path: [...parent, path] } } =
      source.resolve(written);
    // A key with this prefix is an extension.
    if (!isObject(item) || path.startsWith('x-')) return [];
    return Object.entries(item).flatMap(([method, writtenOperation]) => {
      if (!METHODS.has(method)) return [];
      const resolved = source.resolve(writtenOperation);
      const operation = resolved.value;
      if (!isObject(operation)) return [];
      const at = resolved.place ?? { file: place.file, path: [...place.path, method] };
      return [{ method, path, isWebhook, operation, item, place: at }];
    });
  });
}
