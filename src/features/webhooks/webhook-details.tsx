import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { KeyRound, Power, Send } from 'lucide-react';
import type { Webhook } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { disabledMessage, useWebhookSwitch, useWebhookTest } from './actions.ts';
import { disabledReasons, formatLabels, isChat, kindLabel } from './labels.ts';
import { spacesOf, type WebhookPath } from './queries.ts';
import { WebhookStateBadge } from './table.tsx';

interface WebhookProps {
  path: WebhookPath;
  webhook: Webhook;
}

/** Why nothing arrives, above the deliveries. */
export function WebhookNotice({ path, webhook }: WebhookProps) {
  const change = useWebhookSwitch(path.organizationId);
  const { enabled, disabledReason, failingSince } = webhook;
  if (!enabled) {
    return (
      <Callout
        tone="warning"
        title="This webhook is disabled"
        className="mb-4"
        action={<Button onClick={() => void change(webhook)}>Enable</Button>}
      >
        {disabledReason && disabledReasons[disabledReason]} Events are not sent, and not later either.
      </Callout>
    );
  }
  if (failingSince === undefined) return null;
  return (
    <Callout tone="danger" title="This webhook is failing" className="mb-4">
      Every attempt has failed since <Time value={failingSince} />. After five days it is disabled.
    </Callout>
  );
}

/** What a webhook sends and where, with what can be done with it. */
export function WebhookDetails({ path, webhook }: WebhookProps) {
  const sendTest = useWebhookTest(path.organizationId);
  const change = useWebhookSwitch(path.organizationId);
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button
          icon={<Send />}
          disabledReason={reasonUnless(webhook.enabled, disabledMessage)}
          onClick={() => void sendTest(webhook)}
        >
          Send test event
        </Button>
        <Button icon={<Power />} onClick={() => void change(webhook)}>
          {webhook.enabled ? 'Disable…' : 'Enable'}
        </Button>
      </div>
      <Details>
        <Detail name="State">
          <WebhookStateBadge webhook={webhook} />
        </Detail>
        <Detail name="Sends to">{formatLabels[webhook.format]}</Detail>
        {webhook.url === undefined ? (
          <Detail name="Host" explanation="The URL is a secret and isn’t shown.">
            {webhook.host}
          </Detail>
        ) : (
          <Detail name="URL" action={<CopyButton text={webhook.url} what="URL" size="small" />}>
            {webhook.url}
          </Detail>
        )}
        <Detail name="Events">
          <ul>
            {webhook.events.map((kind) => (
              <li key={kind}>{kindLabel(kind)}</li>
            ))}
          </ul>
        </Detail>
        <Detail name="Spaces">
          {webhook.spaces ? <SpaceTitles webhook={webhook} /> : 'All, and the organization'}
        </Detail>
        {!isChat(webhook.format) && <SecretDetail path={path} webhook={webhook} />}
        <Detail name="Updated">
          <Time value={webhook.updatedAt} />
        </Detail>
        <Detail name="Created">
          <Time value={webhook.createdAt} />
        </Detail>
        <Detail name="Webhook ID" action={<CopyButton text={webhook.id} what="webhook ID" size="small" />}>
          <code className="font-mono text-xs">{webhook.id}</code>
        </Detail>
      </Details>
    </>
  );
}

function SpaceTitles({ webhook }: { webhook: Webhook }) {
  const { data, isError } = useQuery(spacesOf(webhook));
  if (isError) return webhook.spaces?.join(', ');
  if (!data) return <Skeleton className="w-1/2" />;
  return (
    <ul>
      {data.map(({ id, title }) => (
        <li key={id} dir="auto">
          {title}
        </li>
      ))}
    </ul>
  );
}

function SecretDetail({ path, webhook }: WebhookProps) {
  const { previousSecretExpiresAt } = webhook;
  return (
    <Detail
      name="Secret"
      explanation={
        previousSecretExpiresAt !== undefined && (
          <>
            The previous one is valid until <Time value={previousSecretExpiresAt} />.
          </>
        )
      }
      action={
        <LinkButton
          link={linkOptions({ to: '/o/$organizationId/settings/webhooks/$webhookId/rotate', params: path })}
          icon={<KeyRound />}
        >
          Rotate…
        </LinkButton>
      }
    >
      <code className="font-mono text-xs">whsec_…</code>
    </Detail>
  );
}
