import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import {
  getSamlProviderQueryKey,
  readSamlMetadataMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { SamlMetadata, SamlProvider } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { providerInvalidations } from './queries.ts';

interface MetadataSourceProps {
  organizationId: string;
  provider: SamlProvider;
  metadata: SamlMetadata;
}

/** Where the metadata of a provider is read from, when it was, and why it could not be used. */
export function MetadataSource({ organizationId, provider, metadata }: MetadataSourceProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, samlProviderId: provider.id };
  const read = useApiMutation(readSamlMetadataMutation(), {
    invalidates: providerInvalidations(organizationId),
    onSuccess: (changed) => {
      queryClient.setQueryData(getSamlProviderQueryKey({ path }), changed);
      if (changed.metadata?.problem === undefined) toast('The metadata was read.');
    },
  });
  return (
    <div className="flex flex-col items-start gap-3">
      {metadata.problem !== undefined && (
        <Callout tone="warning" title="The metadata can’t be used" urgent>
          {metadata.problem} The settings stay as they were.
        </Callout>
      )}
      <p className="wrap-anywhere">
        <code>{metadata.url}</code>
      </p>
      <p className="text-ink-soft">
        Read every day
        {metadata.readAt !== undefined && (
          <>
            , last <Time value={metadata.readAt} />
          </>
        )}
        . A new certificate is added to those in use.
      </p>
      <Button icon={<RefreshCw />} pending={read.isPending} onClick={() => read.mutate({ path })}>
        Read now
      </Button>
    </div>
  );
}
