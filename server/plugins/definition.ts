import type { FastifyInstance } from 'fastify';
import type { ContractDocument } from '#server/contract/document.ts';

/** Serves the contract as JSON to programs of any origin, which learn from it what the server can do. */
export function registerDefinition(app: FastifyInstance, document: ContractDocument): void {
  let definition: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    definition ??= JSON.stringify(document);
    return reply
      .headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(definition);
  });
}
