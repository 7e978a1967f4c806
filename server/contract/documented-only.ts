import type { ContractDocument, Schema } from './document.ts';

const MARK = 'x-extension';

/**
 * The contract of a server without extensions: without the operations that are tagged `extensions`, and without the
 * members and parameters that `x-extension` marks. `GET /v1` stays, because other servers have it too.
 */
export function withoutExtensions(document: ContractDocument): ContractDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) => {
      const documented = Object.entries(item).filter(
        ([, operation]) => path === '/v1' || !isTagged(operation) || !operation.tags.includes('extensions'),
      );
      return documented.length > 0 ? [[path, Object.fromEntries(documented)]] : [];
    }),
  );
  return withoutMarked({ ...document, paths });
}

function isTagged(operation: object): operation is { tags: readonly string[] } {
  return 'tags' in operation && Array.isArray(operation.tags);
}

function withoutMarked<Node>(node: Node): Node;
function withoutMarked(node: unknown): unknown {
  if (Array.isArray(node))
    return node.filter((entry) => !isMarked(entry)).map((entry) => withoutMarked(entry));
  if (!isRecord(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node)
      .filter(([, member]) => !isMarked(member))
      .map(([name, member]) => [name, withoutMarked(member)]),
  );
  return isRecord(node.properties) && Array.isArray(node.required)
    ? { ...copy, required: node.required.filter((name) => !isMarked(propertyOf(node, name))) }
    : copy;
}

function propertyOf({ properties }: Schema, name: string): unknown {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** A property, or a parameter whose own object or schema is marked. */
function isMarked(value: unknown): boolean {
  return isRecord(value) && (value[MARK] === true || (isRecord(value.schema) && value.schema[MARK] === true));
}

function isRecord(value: unknown): value is Record<string, unknown> & Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
