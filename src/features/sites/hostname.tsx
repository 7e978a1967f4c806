import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Globe, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  checkSiteHostnameMutation,
  getSiteHostnameOptions,
  setSiteHostnameMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Site, SiteHostname } from '#api/generated/types.gen.ts';
import { zSetSiteHostnameBody } from '#api/generated/zod.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { confirm } from '#src/components/confirm/confirm.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { displayUrl } from './labels.ts';

interface SiteHostnameProps {
  organizationId: string;
  site: Site;
}

type State = NonNullable<SiteHostname['state']>;

const stateLabels: Record<State, string> = {
  pending: 'Not proven yet',
  proven: 'Proven',
  lost: 'Record lost',
};

type Path = Record<'organizationId' | 'siteId', string>;

/** Where the site is reached changes its URLs everywhere. */
const policyOf = (path: Path) => ({
  invalidates: [
    { operation: 'getSiteHostname' as const, path },
    { operation: 'getSite' as const, path },
    { operation: 'getSiteStructure' as const, path },
    'listSites' as const,
  ],
});

/** The hostname of a site and its verification. For administrators. */
export function SiteHostnamePanel({ organizationId, site }: SiteHostnameProps) {
  const path = { organizationId, siteId: site.id };
  const [isEditing, setEditing] = useState(false);
  const { data } = useSuspenseQuery(getSiteHostnameOptions({ path }));
  const set = useApiMutation(setSiteHostnameMutation(), policyOf(path));
  const check = useApiMutation(checkSiteHostnameMutation(), policyOf(path));
  const { hostname } = data;

  const confirmRemoval = () =>
    confirm({
      title: `Remove the hostname ${hostname ?? ''}?`,
      confirmLabel: 'Remove hostname',
      tone: 'danger',
      impact: () =>
        Promise.resolve([
          data.state === 'proven'
            ? 'Visitors get to the site by its address on this server again, and from the hostname while it still leads here.'
            : 'The site keeps its address on this server.',
        ]),
      action: () => set.mutateAsync({ path, body: { hostname: null } }),
    });

  return (
    <Section title="Hostname">
      {hostname === undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-4 py-3">
          <p className="min-w-0 flex-1 basis-56 text-pretty">
            Give the site a name of its own, such as docs.example.com.
            {site.urls.published !== undefined && ` Now it is at ${displayUrl(site.urls.published)}.`}
          </p>
          <Button icon={<Globe />} onClick={() => setEditing(true)}>
            Set hostname…
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <StateExplanation hostname={data} />
          <HostnameDetails hostname={data} site={site} />
          {check.error && (
            <Callout tone="danger" urgent>
              {check.error.message}
            </Callout>
          )}
          <div className="flex flex-wrap gap-2">
            {data.record && (
              <Button icon={<RefreshCw />} pending={check.isPending} onClick={() => check.mutate({ path })}>
                Check now
              </Button>
            )}
            <Button onClick={() => setEditing(true)}>{data.record ? 'Change…' : 'Set hostname…'}</Button>
            <Button tone="quiet-danger" icon={<Trash2 />} onClick={() => void confirmRemoval()}>
              Remove…
            </Button>
          </div>
        </div>
      )}
      {isEditing && <HostnameDialog path={path} hostname={data} onClose={() => setEditing(false)} />}
    </Section>
  );
}

/** The name, its DNS record and its checks. */
function HostnameDetails({ hostname, site }: { hostname: SiteHostname; site: Site }) {
  const { app } = site.urls;
  const server = app === undefined ? undefined : new URL(app).hostname;
  return (
    <Details>
      <Detail name="Name">
        <span className="flex flex-wrap items-center gap-2">
          {hostname.hostname}
          {hostname.state !== undefined && (
            <Badge tone={hostname.state === 'proven' ? 'success' : 'warning'}>
              {stateLabels[hostname.state]}
            </Badge>
          )}
        </span>
      </Detail>
      {hostname.record && (
        <>
          <Detail name="Record type">{hostname.record.type}</Detail>
          <Detail name="Record name" action={<CopyButton text={hostname.record.name} what="record name" />}>
            <code>{hostname.record.name}</code>
          </Detail>
          <Detail name="Record text" action={<CopyButton text={hostname.record.value} what="record text" />}>
            <code>{hostname.record.value}</code>
          </Detail>
        </>
      )}
      {server !== undefined && hostname.record && (
        <Detail
          name="Leads to"
          explanation="As a CNAME record of the hostname. If a proxy stands before this server, use the proxy’s name."
          action={<CopyButton text={server} what="server name" />}
        >
          <code>{server}</code>
        </Detail>
      )}
      {hostname.checkedAt !== undefined && (
        <Detail name="Last check" explanation={hostname.problem}>
          <Time value={hostname.checkedAt} />
        </Detail>
      )}
      {hostname.record && (
        <Detail name="Next check">
          <Time value={hostname.nextCheckAt} absent="Only when you check" />
        </Detail>
      )}
    </Details>
  );
}

interface HostnameDialogProps {
  path: Path;
  hostname: SiteHostname;
  onClose: () => void;
}

function HostnameDialog({ path, hostname: { hostname = '', state }, onClose }: HostnameDialogProps) {
  const queryClient = useQueryClient();
  const set = useApiMutation(setSiteHostnameMutation(), policyOf(path));
  return (
    <FormDialog<{ hostname: string }>
      title="Set hostname"
      description={
        state === 'proven'
          ? `The site leaves ${hostname} at once. It moves to another name when a DNS record proves that one.`
          : 'The site moves there once a DNS record proves that the name is yours.'
      }
      submitLabel="Set hostname"
      schema={zSetSiteHostnameBody}
      defaultValues={{ hostname }}
      guard={{
        path: `/v1/orgs/${path.organizationId}/sites/${path.siteId}/hostname`,
        labels: { hostname: 'Hostname' },
        fetchCurrent: async () => {
          const current = await fetchFresh(queryClient, getSiteHostnameOptions({ path }));
          return { hostname: current.hostname ?? '' };
        },
      }}
      error={set.error}
      pending={set.isPending}
      onSubmit={(values) => set.mutateAsync({ path, body: { hostname: values.hostname.trim() } })}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="hostname"
          label="Hostname"
          limit={512}
          placeholder="docs.example.com"
          hint="Without https:// and without a path."
          code
        />
      )}
    </FormDialog>
  );
}

function StateExplanation({ hostname: { state, record } }: { hostname: SiteHostname }) {
  if (state === 'proven') {
    return (
      <p className="text-ink-soft text-pretty">
        The site is at this name. Keep the record: three days without it end that.
      </p>
    );
  }
  if (!record) {
    return <p className="text-ink-soft text-pretty">This name isn’t set up on this server yet.</p>;
  }
  return (
    <Callout
      tone="warning"
      title={state === 'lost' ? 'The site is no longer at this name' : 'Two steps at your DNS provider'}
    >
      First make the name lead to this server, with a certificate for it. Then create the record below: as
      soon as the server finds it, the site moves to the name. It looks often at first, and for a week.
    </Callout>
  );
}
