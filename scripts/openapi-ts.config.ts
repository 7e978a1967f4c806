import type { UserConfig } from '@hey-api/openapi-ts';

type ZodPlugin = Extract<NonNullable<UserConfig['plugins']>[number], { name: 'zod' }>;
type StringResolver = NonNullable<NonNullable<ZodPlugin['~resolvers']>['string']>;

/** `z.string().check(textLength(2, 5))` instead of `z.string().min(2).max(5)`: see `api/text-length.ts`. */
const countCodePoints: StringResolver = ({ $, nodes, plugin }) => {
  const textLength = plugin.symbol('textLength', { external: '#api/text-length.ts' });
  nodes.length = ({ chain, schema: { minLength, maxLength } }) =>
    minLength === undefined && maxLength === undefined
      ? undefined
      : chain.current
          .attr('check')
          .call(
            $(textLength).call(
              $.literal(minLength ?? 0),
              maxLength === undefined ? $('Infinity') : $.literal(maxLength),
            ),
          );
  // The rest is the generator's default.
  return undefined;
};

/**
 * Hides the bodies of event streams. Else the client reads them by functions of its own; the console reads a stream with
 * `parseAs: 'stream'`.
 */
function hideEventStreams(operation: { responses?: object | undefined }): void {
  for (const response of Object.values(operation.responses ?? {})) {
    if (response.content?.['text/event-stream'] !== undefined) delete response.content;
  }
}

/**
 * What is generated from the contract: types for all, client, schemas and query options for the console, handler
 * types for the server.
 *
 * The generator writes `…InfiniteOptions` for operations with a parameter that looks like a cursor. Here that is
 * `page` and nothing else: the other names that it knows, such as `before`, mean something different.
 *
 * @param contract file of the contract
 * @param folder where to write, emptied first
 */
export function generatorConfig(contract: string, folder: string): UserConfig {
  return {
    input: contract,
    parser: {
      pagination: { keywords: ['page'] },
      patch: { operations: (_method, _path, operation) => hideEventStreams(operation) },
    },
    logs: { level: 'warn', file: false },
    output: { path: folder, entryFile: false, clean: true },
    plugins: [
      '@hey-api/client-fetch',
      '@hey-api/typescript',
      // Whoever makes a client gives it the token: no request has to say so again.
      { name: '@hey-api/sdk', auth: false },
      { name: 'zod', dates: { offset: true }, '~resolvers': { string: countCodePoints } },
      { name: '@tanstack/react-query', infiniteQueryOptions: true },
      'fastify',
    ],
  };
}
