import { RotateCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { GitWebhook } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';

/** The part of a screen with the webhook of a connection, which is read by itself. */
export function WebhookSection({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  return (
    <Section title="Webhook">
      <PanelBoundary resetKey={resetKey}>
        <Suspense fallback={<SkeletonRows rows={3} />}>{children}</Suspense>
      </PanelBoundary>
    </Section>
  );
}

interface WebhookDetailsProps {
  webhook: GitWebhook;
  onRotate: () => Promise<void>;
}

/** What to enter at the repository's host, so that syncs begin at once. */
export function WebhookDetails({ webhook: { url, secret, receivedAt }, onRotate }: WebhookDetailsProps) {
  return (
    <>
      <p className="mb-2 text-ink-soft">
        Bindery asks the repository every two minutes. With a webhook for pushes, a sync begins at once. Enter
        both at the repository’s host.
      </p>
      <Details>
        <Detail name="Payload URL" action={<CopyButton text={url} what="payload URL" size="small" />}>
          {url}
        </Detail>
        <Detail
          name="Secret"
          explanation="GitLab calls it the secret token."
          action={
            <>
              <CopyButton text={secret} what="secret" size="small" />
              <Button
                size="small"
                icon={<RotateCw />}
                aria-label="Replace secret…"
                onClick={() => void onRotate()}
              >
                Replace…
              </Button>
            </>
          }
        >
          ••••••••
        </Detail>
        <Detail name="Last received">
          {receivedAt === undefined ? 'Nothing yet' : <Time value={receivedAt} />}
        </Detail>
      </Details>
    </>
  );
}
