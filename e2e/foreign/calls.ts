/** A request that the stand-in accepted, and what most operations do with it. */
import type { OperationMatch } from './definition.ts';
import type { Examples } from './examples.ts';
import { type JsonObject, objectOf } from './json.ts';
import type { ForeignState } from './state.ts';

export interface Call extends OperationMatch {
  /** Below `/v1`. */
  path: string;
  query: URLSearchParams;
  body: JsonObject;
  state: ForeignState;
  examples: Examples;
}

/** `undefined` is a 404; `{}` is completed by the definition. */
export type Answer = (call: Call) => JsonObject | undefined;

/** Members that are set to null are removed. */
export function change(item: JsonObject | undefined, body: JsonObject): JsonObject | undefined {
  if (!item) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (value === null && !['role', 'defaultLevel', 'defaultRole'].includes(name))
      Reflect.deleteProperty(item, name);
    else item[name] = value;
  }
  return item;
}

/** A page of a list: the filters that the console uses, then `limit` and `page`. */
export function pageOf(list: readonly JsonObject[], { query }: Pick<Call, 'query'>): JsonObject {
  const [status, role, search, title, targetPage] = ['status', 'role', 'search', 'title', 'targetPage'].map(
    (name) => query.get(name),
  );
  const matching = list.filter(
    (item) =>
      (status === null || status === undefined || status === 'all' || item.status === status) &&
      (role === null || role === undefined || (item.role ?? item.permission ?? 'guest') === role) &&
      (!targetPage || objectOf(objectOf(item.target).page).id === targetPage) &&
      [search, title].every(
        (words) => !words || JSON.stringify(item).toLowerCase().includes(words.toLowerCase()),
      ),
  );
  const size = Math.min(Number(query.get('limit') ?? 50), 1000);
  const start = Number(query.get('page') ?? 0);
  const items = matching.slice(start, start + size);
  const end = start + items.length;
  return { items, count: matching.length, ...(end < matching.length && { next: { page: String(end) } }) };
}
