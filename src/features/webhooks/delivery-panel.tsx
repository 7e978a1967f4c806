import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Webhook, WebhookDelivery } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { exactTime, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { disabledMessage, useResend } from './actions.ts';
import { CodeText } from './form-fields.tsx';
import { deliveryStates, describeAnswer, kindLabel } from './labels.ts';
import type { WebhookPath } from './queries.ts';

interface DeliveryPanelProps {
  path: WebhookPath;
  webhook: Webhook;
  /** Undefined if it is not loaded. */
  delivery: WebhookDelivery | undefined;
  onClose: () => void;
}

/** A delivery: request, answer and attempts. */
export function DeliveryPanel({ path, webhook, delivery, onClose }: DeliveryPanelProps) {
  const { resend, isPending } = useResend(path);
  if (!delivery)
    return (
      <Dialog shape="panel" title="Delivery" onClose={onClose}>
        <p className="text-ink-soft">
          This delivery isn’t in the loaded list. Clear the filters or load more deliveries.
        </p>
      </Dialog>
    );
  const { id, type, state, attempts, createdAt, nextAttemptAt, request, answer } = delivery;
  return (
    <Dialog
      shape="panel"
      title={kindLabel(type)}
      onClose={onClose}
      footer={
        <Button
          icon={<RotateCw />}
          pending={isPending}
          disabledReason={reasonUnless(webhook.enabled, disabledMessage)}
          onClick={() => void resend(delivery)}
        >
          Send again
        </Button>
      }
    >
      <Details>
        <Detail name="State">
          <Badge tone={deliveryStates[state].tone}>{deliveryStates[state].label}</Badge>
        </Detail>
        <Detail name="Event">
          <code className="font-mono text-xs">{type}</code>
        </Detail>
        <Detail name="Created">
          <time dateTime={createdAt}>{exactTime(createdAt)}</time>
        </Detail>
        <Detail name="Attempts">{formatNumber(attempts)}</Detail>
        {nextAttemptAt !== undefined && (
          <Detail name="Next attempt">
            <time dateTime={nextAttemptAt}>{exactTime(nextAttemptAt)}</time>
          </Detail>
        )}
        <Detail name="Delivery ID" action={<CopyButton text={id} what="delivery ID" size="small" />}>
          <code className="font-mono text-xs">{id}</code>
        </Detail>
      </Details>
      <Part title="Answer">
        {answer ? (
          <>
            <p>
              {describeAnswer(delivery)}
              <span className="text-ink-soft">
                {` after ${formatNumber(answer.durationMilliseconds)} ms, ${exactTime(answer.at)}`}
              </span>
            </p>
            {answer.body !== undefined && answer.body !== '' && (
              <CodeText text={answer.body} label="Body of the answer" />
            )}
          </>
        ) : (
          <p className="text-ink-soft">Not sent yet.</p>
        )}
      </Part>
      <Part title="Request">
        <CodeText text={request.body} label="Body of the request" />
      </Part>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </section>
  );
}
