import { createFileRoute } from '@tanstack/react-router';
import { Page } from '#src/domain/shell/page.tsx';
import { JournalList } from '#src/features/journal/journal-list.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/journal')({
  component: Journal,
});

function Journal() {
  return (
    <Page
      title="My changes"
      layout="form"
      description="Changes you made in this browser. Only you can see this list."
    >
      <JournalList />
    </Page>
  );
}
