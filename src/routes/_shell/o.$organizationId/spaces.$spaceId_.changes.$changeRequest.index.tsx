import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId_/changes/$changeRequest/')({
  component: () => null,
});
