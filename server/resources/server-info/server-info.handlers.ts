import type { Handlers } from '#server/contract.ts';
import { listOperations } from '#server/contract-document.ts';
import contract from '#api/generated/openapi.json' with { type: 'json' };

/** The operations beyond the specification that this server answers. */
const EXTENSIONS = listOperations(contract)
  .filter(({ tags }) => tags.includes('extensions'))
  .map(({ id }) => id)
  .toSorted();

/** What this server is and can do. */
export const serverInfoHandlers = {
  async getServerInfo({ service }) {
    return { name: service.brand, version: service.version, extensions: EXTENSIONS };
  },
} satisfies Handlers<'getServerInfo'>;
