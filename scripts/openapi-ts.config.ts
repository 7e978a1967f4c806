import type { UserConfig } from '@hey-api/openapi-ts';

/**
 * What is generated from the contract, for the console and for the server.
 *
 * The generator writes `…InfiniteOptions` for operations with a parameter that looks like a cursor. Here that is
 * `page` and nothing else: the other names that it knows, such as `before`, mean something different.
 *
 * @param contract file of the contract
 * @param output folders to write, both emptied first
 */
export function generatorConfigs(
  contract: string,
  output: { console: string; server: string },
): UserConfig[] {
  const input = contract;
  const parser: UserConfig['parser'] = { pagination: { keywords: ['page'] } };
  const logs: UserConfig['logs'] = { level: 'warn', file: false };
  return [
    {
      input,
      parser,
      logs,
      output: { path: output.console, entryFile: false, clean: true },
      plugins: [
        '@hey-api/client-fetch',
        '@hey-api/typescript',
        '@hey-api/sdk',
        { name: 'zod', dates: { offset: true } },
        { name: '@tanstack/react-query', infiniteQueryOptions: true },
      ],
    },
    {
      input,
      parser,
      logs,
      output: { path: output.server, entryFile: false, clean: true },
      plugins: ['@hey-api/typescript', 'fastify'],
    },
  ];
}
