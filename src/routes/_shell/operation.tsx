import { createFileRoute } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { getOperationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { PlainFrame } from '#src/domain/shell/plain-frame.tsx';
import { OperationPanels } from '#src/features/operation/operation-panels.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const frame = { title: 'Operation', description: 'How this server is. For its operators.' };

export const Route = createFileRoute('/_shell/operation')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(getOperationOptions()),
  component: () => (
    <PlainFrame {...frame}>
      <OperationPanels />
    </PlainFrame>
  ),
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <PlainFrame {...frame}>
          <EmptyState icon={<Activity />} title="No operation screen on this server">
            This server doesn’t say how it is.
          </EmptyState>
        </PlainFrame>
      }
    />
  ),
});
