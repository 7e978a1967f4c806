import contract from '#api/generated/openapi.json' with { type: 'json' };
import type { Handlers } from '#server/contract/contract.ts';
import { listOperations } from '#server/contract/document.ts';

/** Operations that this server adds to the specification. */
const EXTENSIONS = listOperations(contract)
  .filter(({ tags }) => tags.includes('extensions'))
  .map(({ id }) => id)
  .toSorted();

export const serverInfoHandlers = {
  async getServerInfo({ service }) {
    return { name: service.brand, version: service.version, extensions: EXTENSIONS };
  },
} satisfies Handlers<'getServerInfo'>;
