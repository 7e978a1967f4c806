import { TextCursorInput } from 'lucide-react';
import { Page } from '#src/domain/shell/page.tsx';
import { customFieldsLabel } from '#src/lib/shared-labels.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** At a server without custom fields. */
export function NoFields() {
  return <EmptyState icon={<TextCursorInput />} title="No custom fields on this server" />;
}

export function NoFieldsPage() {
  return (
    <Page title={customFieldsLabel}>
      <NoFields />
    </Page>
  );
}
