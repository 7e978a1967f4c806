import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  checkEmailDomainMutation,
  listEmailDomainsOptions,
  updateEmailDomainMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, OrganizationEmailDomain } from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { confirm } from '#src/components/confirm/confirm.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { Setting, SettingList } from '#src/components/form/setting.tsx';
import { ExpandableItem } from '#src/components/layout/expandable-item.tsx';
import { Detail, Details, Section } from '#src/components/layout/record.tsx';
import { roleName } from '#src/domain/roles/role-labels.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { Time } from '#src/ui/time.tsx';
import { useOrganizationUpdate } from './actions.ts';

const stateLabels: Record<OrganizationEmailDomain['state'], string> = {
  pending: 'Not verified yet',
  verified: 'Verified',
  lost: 'Record lost',
};

/** The email domains with their proof, and who joins by them. Administrators only. */
export function EmailDomainProofs({ organization }: { organization: Organization }) {
  const { emailDomains, id, permissions } = organization;
  const isShown = permissions.admin && emailDomains.length > 0;
  const { data, error, refetch } = useQuery({
    ...optional(listEmailDomainsOptions({ path: { organizationId: id } })),
    enabled: isShown,
  });
  if (!isShown || data === null) return null;
  return (
    <Section title="Email domain verification" count={emailDomains.length}>
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {!error && !data && <FormSkeleton fields={['hint']} />}
      {data && (
        <ul aria-label="Email domains and their state" className="flex flex-col gap-3">
          {data.items.map((item) => (
            <DomainItem
              key={item.domain}
              item={item}
              organization={organization}
              isAlone={data.items.length === 1}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface DomainItemProps {
  item: OrganizationEmailDomain;
  organization: Organization;
  /** The only one is open at first. */
  isAlone: boolean;
}

function DomainItem({ item, organization, isAlone }: DomainItemProps) {
  const { domain, state } = item;
  const [isOpen, setOpen] = useState(isAlone);
  const title = (
    <>
      <span className="font-medium wrap-anywhere">{domain}</span>
      <Badge tone={state === 'verified' ? 'success' : 'warning'}>{stateLabels[state]}</Badge>
    </>
  );
  return (
    <ExpandableItem name={domain} title={title} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <DomainDetails item={item} organization={organization} />
    </ExpandableItem>
  );
}

// oxlint-disable-next-line max-lines-per-function -- a domain from its state down to its buttons
function DomainDetails({ item, organization }: Omit<DomainItemProps, 'isAlone'>) {
  const { domain, state, record } = item;
  const path = { organizationId: organization.id, emailDomain: domain };
  const policy = { invalidates: ['listEmailDomains' as const] };
  const check = useApiMutation(checkEmailDomainMutation(), policy);
  const update = useApiMutation(updateEmailDomainMutation(), policy);
  const save = useOrganizationUpdate(organization);
  const error = check.error ?? update.error;

  const confirmRemoval = () =>
    confirm({
      title: `Remove the email domain ${domain}?`,
      confirmLabel: 'Remove domain',
      tone: 'danger',
      impact: () =>
        Promise.resolve([
          'Nobody joins by an address of the domain any more. Members stay.',
          ...(state === 'verified' ? ['To verify it again later, the same record is looked up again.'] : []),
        ]),
      action: () =>
        save(
          { emailDomains: organization.emailDomains.filter((listed) => listed !== domain) },
          { emailDomains: organization.emailDomains },
          `Removed the email domain ${domain}`,
        ),
    });

  return (
    <div className="flex flex-col gap-3">
      <StateExplanation item={item} />
      <Details>
        <Detail name="Record type">{record.type}</Detail>
        <Detail name="Record name" action={<CopyButton text={record.name} what="record name" />}>
          <code>{record.name}</code>
        </Detail>
        <Detail name="Record text" action={<CopyButton text={record.value} what="record text" />}>
          <code>{record.value}</code>
        </Detail>
        {item.checkedAt !== undefined && (
          <Detail name="Last check" explanation={item.problem}>
            <Time value={item.checkedAt} />
          </Detail>
        )}
        <Detail name="Next check">
          <Time value={item.nextCheckAt} absent="Only when you check" />
        </Detail>
      </Details>
      <SettingList>
        <Setting
          title={`Join with an address of ${domain}`}
          explanation={`People create an account by themselves, confirm the address by a mailed link, and join with the role ${roleName(organization.defaultRole ?? null)}. Only while the domain is verified and single sign-on is not enforced.`}
        >
          {(labels) => (
            <Switch
              {...labels}
              checked={item.joining}
              onChange={(joining) => update.mutate({ path, body: { joining } })}
            />
          )}
        </Setting>
      </SettingList>
      {error && (
        <Callout tone="danger" urgent>
          {error.message}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={<RefreshCw />} pending={check.isPending} onClick={() => check.mutate({ path })}>
          Check now
        </Button>
        <Button tone="quiet-danger" icon={<Trash2 />} onClick={() => void confirmRemoval()}>
          Remove…
        </Button>
      </div>
    </div>
  );
}

function StateExplanation({ item: { state } }: { item: OrganizationEmailDomain }) {
  if (state === 'verified') {
    return (
      <p className="text-ink-soft text-pretty">
        The domain belongs to this organization. Keep the record: three days without it end that.
      </p>
    );
  }
  return (
    <Callout
      tone="warning"
      title={state === 'lost' ? 'The domain is no longer verified' : 'One step at your DNS provider'}
    >
      Create the record below, then check. After the first check it is looked for often, for a week.
    </Callout>
  );
}
