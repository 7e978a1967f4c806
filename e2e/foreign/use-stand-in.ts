import type { Page } from '@playwright/test';
import type { DefinitionVersion } from './definition.ts';
import { type ForeignServer, startForeignServer } from './foreign-server.ts';
import { signInAt } from './sweep.ts';
import { base, type Variant } from './variants.ts';

/** Operations that a stand-in lacks, and pictures at unreachable addresses. */
export const problemsOfMissing = [/status of (401|404)/, /docs\.example/] as const;

/** Signs in at a stand-in, runs `use` and stops it. It may have refused nothing. */
export async function useStandIn(
  page: Page,
  version: DefinitionVersion,
  use: (standIn: ForeignServer) => Promise<void>,
  variant = base,
): Promise<void> {
  const standIn = await startForeignServer(version);
  standIn.variant = variant;
  try {
    await signInAt(page, standIn);
    await use(standIn);
    if (standIn.refused.length > 0) throw new Error(`Refused: ${standIn.refused.join('\n')}`);
  } finally {
    await standIn.close();
  }
}

/** The base, but requests whose line matches are answered with a status. */
export const answering = (standIn: ForeignServer, line: RegExp, status: number): Variant => ({
  ...base,
  failure: (number) => (line.test(standIn.requests[number - 1] ?? '') ? status : undefined),
});
