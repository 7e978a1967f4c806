import { useWatch, type Control } from 'react-hook-form';
import { z } from 'zod';
import { inviteMembersMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MemberInvitesResult, Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { readPastedPeople } from '#src/components/people/pasted-people.ts';
import { roleChoices, roleKey, roleMeaning, roleName } from '#src/components/roles/role-words.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { countOf } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';

interface Values {
  text: string;
  /** Empty for the organization's default role. */
  role: string;
  sso: boolean;
}

/** As many as one request takes. */
const most = 1000;

const addressesIn = (text: string) => readPastedPeople(text).people.filter((key) => key.includes('@'));

const schema = z.object({
  text: z
    .string()
    .refine((text) => addressesIn(text).length > 0, 'Enter at least one email address.')
    .refine((text) => addressesIn(text).length <= most, `Enter at most ${most} addresses at a time.`),
});

/** What servers answer. */
type Answered = Pick<MemberInvitesResult, 'users' | 'invited'> & Partial<MemberInvitesResult>;

interface InvitePeopleFormProps {
  organization: Organization;
  onClose: () => void;
}

/** Makes people members by their e-mail addresses. */
export function InvitePeopleForm({ organization, onClose }: InvitePeopleFormProps) {
  const path = { organizationId: organization.id };
  const invite = useApiMutation(inviteMembersMutation(), {
    refreshes: [
      { operation: 'listMembers', path },
      { operation: 'getOrganization', path },
    ],
    onSuccess: tellResult,
    optional: 'inviteMembers',
  });
  return (
    <FormDialog<Values>
      title="Add members"
      description="Adds them as members. No email is sent: share the sign-in page with them."
      submitLabel="Add members"
      schema={schema}
      defaultValues={{ text: '', role: '', sso: false }}
      draft={`invite-people.${organization.id}`}
      error={invite.error}
      pending={invite.isPending}
      onSubmit={({ text, role, sso }) => {
        const chosen = roleChoices.find((one) => roleKey(one) === role);
        return invite.mutateAsync({
          path,
          body: {
            emails: addressesIn(text),
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
            hint={<Recognised control={control} />}
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

function Recognised({ control }: { control: Control<Values, unknown, Values> }) {
  const text = useWatch({ control, name: 'text' });
  const { people, rejected, repeated } = readPastedPeople(text);
  const addresses = addressesIn(text);
  // A long word looks like a user id, which cannot be invited.
  const leftOut = [...rejected, ...people.filter((key) => !key.includes('@'))];
  if (addresses.length === 0 && leftOut.length === 0)
    return 'Separate addresses with commas, spaces or new lines.';
  return [
    `${countOf(addresses.length, 'address', 'addresses')}.`,
    repeated.length > 0 && `Duplicates: ${nameSome(repeated, repeated.length)}.`,
    leftOut.length > 0 && `Skipped, not an email address: ${nameSome(leftOut, leftOut.length)}.`,
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
  const chosen = roleChoices.find((role) => roleKey(role) === key);
  return (
    <SelectField
      control={control}
      name="role"
      label="Role"
      hint={roleMeaning(chosen === undefined ? defaultRole : chosen)}
      options={[
        { value: '', label: `Default (${roleName(defaultRole)})` },
        ...roleChoices.map((role) => ({ value: roleKey(role), label: roleName(role) })),
      ]}
    />
  );
}

/** @param failedSSOEmails not every server names them */
function tellResult({ users, invited, failedSSOEmails = [] }: Answered): void {
  const known = users.length - invited;
  const parts = [
    known > 0 && `${countOf(known, 'person is', 'people are')} already in the organization.`,
    failedSSOEmails.length > 0 &&
      `Not added, no identity provider covers them: ${nameSome(failedSSOEmails, failedSSOEmails.length, 10)}.`,
  ].filter((part) => part !== false);
  toast(invited === 0 ? 'No members added' : `Added ${countOf(invited, 'member')}`, {
    ...(parts.length > 0 ? { detail: parts.join(' ') } : {}),
    ...(failedSSOEmails.length > 0 ? { tone: 'failed' as const, lasts: Infinity } : {}),
  });
}
