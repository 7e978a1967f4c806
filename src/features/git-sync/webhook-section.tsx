import { useSuspenseQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Detail, Details } from '#src/components/layout/record.tsx';
import { Button } from '#src/ui/button.tsx';
import { Time } from '#src/ui/time.tsx';
import { useWebhookRotation } from './actions.ts';
import { webhookOf } from './queries.ts';

/** What to enter at the repository's host, so that syncs begin at once. */
export function WebhookSection({ spaceId }: { spaceId: string }) {
  const { data: webhook } = useSuspenseQuery(webhookOf(spaceId));
  const rotate = useWebhookRotation(spaceId);
  const { url, secret, receivedAt } = webhook;
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
                onClick={() => void rotate()}
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
