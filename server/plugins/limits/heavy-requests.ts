import type { FastifyInstance } from 'fastify';
import { callbackify } from 'node:util';
import { ownTurn } from '#server/base/own-turn.ts';
import type { OperationId } from '#server/contract/contract.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { createContentImports, createHeavyReads } from './heavy-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its requests may be heavy (`plugins/limits/heavy-limits.ts`): small ones go first. */
    isHeavy?: boolean;
  }
}

const HEAVY: ReadonlySet<string> = new Set<OperationId>([
  'getChangeRequestChanges',
  'getChangeRequestChecks',
  'getChangeRequestConflicts',
  'getRevisionChanges',
  'getSitePublishingCheck',
  'getSiteStructure',
  'listSiteSectionGroups',
  'searchOrganization',
  'searchSpace',
]);

const takeTurn = callbackify(ownTurn);

/**
 * Begins heavy requests one after the other, each in a separate turn (decision 171). Register it before
 * everything that works on a request.
 */
export function registerHeavyRequests(app: FastifyInstance, engine: Connection['engine']): void {
  app.decorate('heavyReads', createHeavyReads(engine));
  app.decorate('contentImports', createContentImports(engine));
  app.addHook('onRequest', ({ routeOptions: { config } }, _reply, done) => {
    if (config.isHeavy || HEAVY.has(config.operation?.id ?? '')) takeTurn(done);
    else done();
  });
}
