import type { Arrange } from './call-parts.ts';
import { inWritten } from './calls-content.ts';
import { publish } from './web.ts';

const onWeb =
  (names: Parameters<typeof inWritten>[0]): Arrange =>
  (scene) => {
    const url = publish('https://imports.example/page', '<title>Tides</title><p>High and low.</p>');
    return inWritten(names, { url, source: 'html' })(scene);
  };

/** Calls of the imports. */
export const CONTENT_IMPORT_CALLS = {
  importSpaceContent: onWeb(['spaceId']),
  importChangeRequestContent: onWeb(['spaceId', 'changeRequestId']),
} satisfies Record<string, Arrange>;
