import { useQuery } from '@tanstack/react-query';
import { useWatch, type Control } from 'react-hook-form';
import { z } from 'zod';
import { inviteMembersMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberInvitesResult, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { parsePastedPeople } from '#src/domain/people/resolve-people.ts';
import { roleOptions, roleKey, roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { signInOptions } from '#src/domain/session/auth-requests.ts';
import { addMembersLabel, requireSsoLabel, roleLabel } from '#src/lib/shared-labels.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';

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

export function InvitePeopleForm({ organization, onClose }: InvitePeopleFormProps) {
  const path = { organizationId: organization.id };
  const sendsMail = useQuery(signInOptions).data?.mail === true;
  const invite = useApiMutation(inviteMembersMutation(), {
    invalidates: [
      { operation: 'listMembers', path },
      { operation: 'getOrganization', path },
    ],
    onSuccess: toastResult,
    optional: 'inviteMembers',
  });
  return (
    <FormDialog<Values>
      title={addMembersLabel}
      description={
        sendsMail
          ? 'Adds them as members, and emails each a link to get in.'
          : 'Adds them as members. No email is sent: give each an account link from their page.'
      }
      submitLabel={addMembersLabel}
      schema={schema}
      defaultValues={{ text: '', role: '', sso: false }}
      draft={`invite-people.${organization.id}`}
      error={invite.error}
      pending={invite.isPending}
      onSubmit={({ text, role, sso }) => {
        const chosen = roleOptions.find((option) => roleKey(option) === role);
        return invite.mutateAsync({
          path,
          body: {
            emails: parseAddresses(text),
            ...(chosen === undefined ? {} : { role: chosen }),
            ...(sso && { sso }),
          },
        });
      }}
      onClose={onClose}
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
            label={requireSsoLabel}
            hint="Needs an identity provider. You can’t undo this here."
          />
        </>
      )}
    </FormDialog>
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
  const { defaultRole = null } = organization;
  const chosen = roleOptions.find((role) => roleKey(role) === key);
  return (
    <SelectField
      control={control}
      name="role"
      label={roleLabel}
      hint={roleDescription(chosen === undefined ? defaultRole : chosen)}
      options={[
        { value: '', label: `Default (${roleName(defaultRole)})` },
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
