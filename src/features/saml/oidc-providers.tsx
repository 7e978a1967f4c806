import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { OidcProvider, Organization } from '#api/generated/types.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { ExpandableItem } from '#src/components/layout/expandable-item.tsx';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { roleName } from '#src/domain/roles/role-labels.ts';
import {
  createdLabel,
  noLabel,
  noneLabel,
  trustsVerifiedDomainsLabel,
  yesLabel,
} from '#src/lib/shared-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useOidcProviderDeletion } from './actions.ts';
import { oidcProvidersOf } from './queries.ts';
import { TestButton } from './test-button.tsx';

const OidcProviderForm = lazy(async () => ({
  default: (await import('./oidc-form.tsx')).OidcProviderForm,
}));

interface OidcProvidersProps {
  organization: Organization;
  /** The one whose details are shown. */
  openId: string | undefined;
  onOpen: (oidcProviderId: string | undefined) => void;
}

/** Identity providers with OpenID Connect, below those with SAML, if there are any. Administrators only. */
export function OidcProviders({ organization, openId, onOpen }: OidcProvidersProps) {
  const isSupported = useSupports('listOidcProviders');
  const isShown = isSupported === true && organization.permissions.admin;
  const { data, error, refetch } = useQuery({
    ...oidcProvidersOf(organization.id),
    enabled: isShown,
    // A test sign-in in another tab can activate one.
    refetchOnWindowFocus: 'always',
  });
  const [edited, setEdited] = useState<OidcProvider | null>(null);
  if (!isShown || data?.items.length === 0) return null;
  return (
    <div className="mt-8 max-w-3xl">
      <Section title="OpenID Connect">
        <div className="flex flex-col gap-3">
          {error && <FetchFailure error={error} onRetry={refetch} />}
          {!error && !data && <SkeletonRows rows={1} />}
          {data && (
            <ul aria-label="OpenID Connect providers" className="flex flex-col gap-3">
              {data.items.map((provider) => (
                <ProviderItem
                  key={provider.id}
                  provider={provider}
                  organization={organization}
                  isOpen={openId === provider.id}
                  onToggle={() => onOpen(openId === provider.id ? undefined : provider.id)}
                  onEdit={() => setEdited(provider)}
                />
              ))}
            </ul>
          )}
          {data?.next && <p className="text-ink-soft">Only the newest 100 are shown.</p>}
        </div>
        {edited !== null && (
          <Suspense>
            <OidcProviderForm
              organizationId={organization.id}
              provider={edited}
              onSaved={onOpen}
              onClose={() => setEdited(null)}
            />
          </Suspense>
        )}
      </Section>
    </div>
  );
}

interface ProviderItemProps {
  provider: OidcProvider;
  organization: Organization;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: () => void;
}

function ProviderItem({ provider, organization, isOpen, onToggle, onEdit }: ProviderItemProps) {
  const { label, status } = provider;
  const title = (
    <>
      <bdi className="font-medium wrap-anywhere">{label}</bdi>
      {status === 'active' ? (
        <Badge tone="success" tip="A sign-in with the current settings succeeded.">
          Active
        </Badge>
      ) : (
        <Badge tone="info" tip="No sign-in with the current settings yet.">
          Not tested
        </Badge>
      )}
    </>
  );
  return (
    <ExpandableItem name={label} title={title} isOpen={isOpen} onToggle={onToggle}>
      <ProviderDetails provider={provider} organization={organization} onEdit={onEdit} />
    </ExpandableItem>
  );
}

function ProviderDetails({
  provider,
  organization,
  onEdit,
}: Pick<ProviderItemProps, 'provider' | 'organization' | 'onEdit'>) {
  const { service, defaultRole = null, defaultTeam } = provider;
  const askToDelete = useOidcProviderDeletion(organization);
  return (
    <div className="flex flex-col gap-3">
      <Details>
        <Detail
          name="Redirect URI"
          explanation="Enter it at the identity provider."
          action={<CopyButton text={service.redirectURL} what="redirect URI" />}
        >
          <code>{service.redirectURL}</code>
        </Detail>
        <Detail
          name="Login URL"
          explanation="Starts a sign-in. Use it for app tiles and bookmarks."
          action={<CopyButton text={service.startURL} what="login URL" />}
        >
          <code>{service.startURL}</code>
        </Detail>
        <Detail name="Issuer">
          <code>{provider.issuer}</code>
        </Detail>
        <Detail name="Client ID">
          <code>{provider.clientID}</code>
        </Detail>
        <Detail name={trustsVerifiedDomainsLabel}>
          {provider.trustsVerifiedDomains ? yesLabel : noLabel}
        </Detail>
        <Detail name="Client secret">Set. It’s never shown again.</Detail>
        <Detail name="New users">
          {roleName(defaultRole)}, default team: {defaultTeam ? <bdi>{defaultTeam.title}</bdi> : noneLabel}
        </Detail>
        <Detail name={createdLabel}>
          <Time value={provider.createdAt} />
        </Detail>
      </Details>
      <div className="flex flex-wrap gap-2">
        <TestButton providerId={provider.id} />
        <Button icon={<Pencil />} onClick={onEdit}>
          Edit…
        </Button>
        <Button tone="quiet-danger" icon={<Trash2 />} onClick={() => void askToDelete(provider)}>
          Delete…
        </Button>
      </div>
    </div>
  );
}
