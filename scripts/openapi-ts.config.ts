import type { UserConfig } from '@hey-api/openapi-ts';

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
    parser: { pagination: { keywords: ['page'] } },
    logs: { level: 'warn', file: false },
    output: { path: folder, entryFile: false, clean: true },
    plugins: [
      '@hey-api/client-fetch',
      '@hey-api/typescript',
      '@hey-api/sdk',
      { name: 'zod', dates: { offset: true } },
      { name: '@tanstack/react-query', infiniteQueryOptions: true },
      'fastify',
    ],
  };
}
