import type { ErrorComponentProps } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { OrganizationSettingsTabs } from '#src/domain/shell/settings-tabs.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** The error of a screen of webhooks; at servers without them, what is missing. */
export function WebhookError(props: ErrorComponentProps) {
  return (
    <ErrorPage
      {...props}
      missing={
        <Page tabs={<OrganizationSettingsTabs />} title="Webhooks">
          <EmptyState icon={<Webhook />} title="No webhooks on this server">
            This server tells no other programs what happens.
          </EmptyState>
        </Page>
      }
    />
  );
}
