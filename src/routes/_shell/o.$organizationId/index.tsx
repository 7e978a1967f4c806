import { createFileRoute } from '@tanstack/react-router';
import { Page } from '#src/components/layout/page.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/')({
  component: Home,
});

function Home() {
  return <Page title="Home">Home</Page>;
}
