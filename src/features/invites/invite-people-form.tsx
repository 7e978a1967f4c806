import { useRef, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { z } from 'zod';
import { inviteMembersMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { InvitedAccountLink, MemberInvitesResult, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { type InvitationMail, useInvitationMail } from '#src/domain/people/invitations.ts';
import { parsePastedPeople } from '#src/domain/people/resolve-people.ts';
import { roleOptions, roleKey, roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { calendarDay, formatCount, formatNameList } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface Values {
  text: string;
  /** Empty for the organization's default role. */
  role: string;
  sso: boolean;
}

/** The limit of one request. */
const MAX_ADDRESSES = 1000;

const parseAddresses = (text: string) => parsePastedPeople(text).people.filter((key) => key.includes('@'));

const schema = z.object({
  text: z
    .string()
    .refine((text) => parseAddresses(text).length > 0, 'Enter at least one email address.')
    .refine(
      (text) => parseAddresses(text).length <= MAX_ADDRESSES,
      `Enter at most ${formatCount(MAX_ADDRESSES, 'address', 'addresses')} at a time.`,
    ),
});

type InviteResponse = Pick<MemberInvitesResult, 'users' | 'invited'> & Partial<MemberInvitesResult>;

interface InvitePeopleFormProps {
  organization: Organization;
  onClose: () => void;
}

function describeInvites(sends: InvitationMail['sends']): string {
  if (sends === 'unknown') return 'Adds them as members. This server decides whether it emails them.';
  return sends
    ? 'Adds them as members, and emails each a link to get in.'
    : 'Adds them as members. No email is sent: you get a link for each to pass on.';
}

export function InvitePeopleForm({ organization, onClose }: InvitePeopleFormProps) {
  const path = { organizationId: organization.id };
  const { sends, needsLinks } = useInvitationMail();
  const [created, setCreated] = useState<CreatedLinks>({ links: [], requiresSso: false });
  const [isSaved, setSaved] = useState(false);
  // The dialog closes after a submit with the function of the render before it.
  const hasLinks = useRef(false);
  const invite = useApiMutation(inviteMembersMutation(), {
    invalidates: [
      { operation: 'listMembers', path },
      { operation: 'getOrganization', path },
    ],
    onSuccess: toastResult,
    optional: 'inviteMembers',
  });
  if (isSaved && created.links.length > 0) return <AccountLinks {...created} onClose={onClose} />;
  return (
    <FormDialog<Values>
      title="Invite people"
      description={describeInvites(sends)}
      submitLabel="Invite people"
      schema={schema}
      defaultValues={{ text: '', role: '', sso: false }}
      draft={`invite-people.${organization.id}`}
      error={invite.error}
      pending={invite.isPending}
      onSubmit={async ({ text, role, sso }) => {
        const roleOption = roleOptions.find((option) => roleKey(option) === role);
        const { accountLinks = [] } = await invite.mutateAsync({
          path,
          body: {
            emails: parseAddresses(text),
            ...(roleOption === undefined ? {} : { role: roleOption }),
            ...(sso && { sso }),
            ...(needsLinks && { accountLinks: true }),
          },
        });
        setCreated({ links: accountLinks, requiresSso: sso || organization.sso === true });
        hasLinks.current = accountLinks.length > 0;
      }}
      onClose={() => (hasLinks.current ? setSaved(true) : onClose())}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="text"
            label="Email addresses"
            hint={<AddressSummary control={control} />}
            multiline
            placeholder={'ada@example.com, grace@example.com'}
          />
          <RoleField control={control} organization={organization} />
          <CheckboxField
            control={control}
            name="sso"
            label="Require single sign-on"
            hint="Needs an identity provider. You can’t undo this here."
          />
        </>
      )}
    </FormDialog>
  );
}

interface CreatedLinks {
  links: readonly InvitedAccountLink[];
  /** They link single sign-on to the account. */
  requiresSso: boolean;
}

interface AccountLinksProps extends CreatedLinks {
  onClose: () => void;
}

/** The links of people who get no mail. They are shown once. */
function AccountLinks({ links, requiresSso, onClose }: AccountLinksProps) {
  const [first] = links;
  return (
    <Dialog
      title={requiresSso ? 'Pass on the sign-in links' : 'Pass on the account links'}
      description={
        requiresSso
          ? 'Each person signs in through the identity provider, then opens their own link in the same browser.'
          : 'Each person creates their account with their own link.'
      }
      onClose={onClose}
      initialFocus="[data-copy-link]"
      footer={
        <>
          {links.length > 1 && (
            <CopyButton
              showLabel
              text={links.map(({ email, link }) => `${email}\t${link}`).join('\n')}
              what="all links"
            />
          )}
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Callout tone="warning" className="mb-4">
        Copy the links now. They aren’t shown again. Whoever opens one first{' '}
        {requiresSso ? 'links single sign-on to the account' : 'creates the account'}, so send it only to its
        person. Each works once, until {first && calendarDay(first.expiresAt)}.
      </Callout>
      <ul
        aria-label={requiresSso ? 'Sign-in links' : 'Account links'}
        className="flex flex-col divide-y divide-line rounded-md border border-line"
      >
        {links.map(({ user, email, link }) => (
          <li key={user} className="flex items-center gap-2 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{email}</p>
              <code className="block truncate text-xs text-ink-soft">{link}</code>
            </div>
            <CopyButton
              text={link}
              what={`${requiresSso ? 'sign-in' : 'account'} link of ${email}`}
              data-copy-link=""
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function AddressSummary({ control }: { control: Control<Values, unknown, Values> }) {
  const text = useWatch({ control, name: 'text' });
  const { people, rejected, repeated } = parsePastedPeople(text);
  const addresses = parseAddresses(text);
  // A long word could be a user id, which cannot be invited.
  const skipped = [...rejected, ...people.filter((key) => !key.includes('@'))];
  if (addresses.length === 0 && skipped.length === 0)
    return 'Separate addresses with commas, spaces or new lines.';
  return [
    `${formatCount(addresses.length, 'address', 'addresses')}.`,
    repeated.length > 0 && `Duplicates: ${formatNameList(repeated, repeated.length)}.`,
    skipped.length > 0 && `Skipped, not an email address: ${formatNameList(skipped, skipped.length)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function RoleField({
  control,
  organization,
}: {
  control: Control<Values, unknown, Values>;
  organization: Organization;
}) {
  const key = useWatch({ control, name: 'role' });
  // Other servers may omit it.
  const { defaultRole } = organization;
  const roleOption = roleOptions.find((role) => roleKey(role) === key);
  const shownRole = roleOption === undefined ? defaultRole : roleOption;
  return (
    <SelectField
      control={control}
      name="role"
      label="Role"
      hint={shownRole === undefined ? undefined : roleDescription(shownRole)}
      options={[
        { value: '', label: defaultRole === undefined ? 'Default' : `Default (${roleName(defaultRole)})` },
        ...roleOptions.map((role) => ({ value: roleKey(role), label: roleName(role) })),
      ]}
    />
  );
}

/**
 * @param failedSSOEmails optional on some servers
 */
function toastResult({ users, invited, failedSSOEmails = [] }: InviteResponse): void {
  const existing = users.length - invited;
  const parts = [
    existing > 0 && `${formatCount(existing, 'person is', 'people are')} already in the organization.`,
    failedSSOEmails.length > 0 &&
      `Not added, no identity provider covers them: ${formatNameList(failedSSOEmails, failedSSOEmails.length, 10)}.`,
  ].filter((part) => part !== false);
  toast(invited === 0 ? 'No members added' : `Added ${formatCount(invited, 'member')}`, {
    ...(parts.length > 0 ? { detail: parts.join(' ') } : {}),
    ...(failedSSOEmails.length > 0 ? { tone: 'error' as const, durationMs: Infinity } : {}),
  });
}
