import { createFileRoute } from '@tanstack/react-router';

/** What waits for somebody: the parts of the inbox stand below it. */
export const Route = createFileRoute('/_shell/o/$organizationId/inbox')({});
