import { createFileRoute } from '@tanstack/react-router';

/** Parent route of the inbox. */
export const Route = createFileRoute('/_shell/o/$organizationId/inbox')({});
