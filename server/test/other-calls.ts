import { z } from 'zod';
import { OTHER_ROUTES } from '#server/other-routes.ts';
import type { OtherRoute } from '#server/plugins/route-table.ts';
import type { RawRequest } from './raw-requests.ts';

/** A route beside the contract with its row. */
export interface NamedRoute extends OtherRoute {
  name: string;
  method: string;
  url: string;
}

export const OTHERS: readonly NamedRoute[] = Object.entries<OtherRoute>(OTHER_ROUTES).map(([name, row]) => {
  const [method = '', url = ''] = name.split(' ');
  return { ...row, name, method, url };
});

/**
 * The allowed statuses of any response: the input is malformed or too large, there is no such thing, the
 * caller has to wait.
 */
export const COMMON_ANSWERS: readonly number[] = [400, 404, 405, 408, 413, 414, 415, 429, 431];

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  maxLength?: number;
  const?: unknown;
  pattern?: string;
}

/** The schema of a body, as far as tests make bodies from it. */
export function schemaOf({ body }: OtherRoute): JsonSchema | undefined {
  return body instanceof z.ZodType
    ? (z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as JsonSchema)
    : undefined;
}

/** The texts of a body, by their path. */
export function textsOf(
  schema: JsonSchema,
  path: readonly string[] = [],
): { path: string[]; schema: JsonSchema }[] {
  if (schema.type === 'string') return [{ path: [...path], schema }];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    textsOf(member, [...path, name]),
  );
}

/** A body that the schema allows, with what it requires; nothing in it is known to the server. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.type === 'string') return 'aa';
  const names = schema.required ?? [];
  return Object.fromEntries(names.map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]));
}

/** The same with another value at a path. */
export function withValue(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  return { ...Object(body), [name]: withValue(Reflect.get(Object(body), name), rest, value) };
}

/** The URL with a value for each parameter. */
export function urlWith({ url }: NamedRoute, value: string): string {
  return url.replaceAll(/:\w+|\*/g, value);
}

/** A request of the console that asks a route for nothing that there is. */
export function requestOf(
  route: NamedRoute,
  { value = 'aa', body }: { value?: string; body?: unknown } = {},
): RawRequest {
  const schema = schemaOf(route);
  const sentBody = body ?? (schema && exampleOf(schema));
  const type = route.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const text = typeof sentBody === 'string' ? sentBody : JSON.stringify(sentBody);
  return {
    method: route.method,
    path: urlWith(route, value),
    headers: {
      'x-requested-with': 'console',
      ...(text !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }),
    },
    ...(text !== undefined && { body: text }),
  };
}
