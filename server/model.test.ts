// @module-tag both-engines
// @module-tag model
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { commandsArbitrary, runSetup } from './test/model/model-commands.ts';
import { ModelServer } from './test/model/model-server.ts';
import { Model } from './test/model/model-state.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 25);
const MAX_COMMANDS = 12;
const TIMEOUT_MS = RUNS * 10_000;

describe('an organization', () => {
  it(
    `matches the model after its changes, in ${RUNS} random histories`,
    async () => {
      await fc.assert(
        fc.asyncProperty(commandsArbitrary(MAX_COMMANDS), async (commands) => {
          const model = new Model();
          const server = await ModelServer.open();
          await runSetup(model, server);
          await fc.asyncModelRun(() => ({ model, real: server }), commands);
          await server.compare(model);
        }),
        { numRuns: RUNS, endOnFailure: false },
      );
    },
    TIMEOUT_MS,
  );
});
