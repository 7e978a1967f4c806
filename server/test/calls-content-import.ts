import type { CallFactory } from './call-parts.ts';
import { contentCall } from './calls-content.ts';
import { publish } from './web.ts';

const importCall =
  (names: Parameters<typeof contentCall>[0]): CallFactory =>
  (fixture) => {
    const url = publish('https://imports.example/page', '<title>Tides</title><p>High and low.</p>');
    return contentCall(names, { url, source: 'html' })(fixture);
  };

/** Calls of the imports. */
export const CONTENT_IMPORT_CALLS = {
  importSpaceContent: importCall(['spaceId']),
  importChangeRequestContent: importCall(['spaceId', 'changeRequestId']),
} satisfies Record<string, CallFactory>;
