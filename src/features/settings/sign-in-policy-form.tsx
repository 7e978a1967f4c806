import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { z } from 'zod';
import {
  getSignInPolicyOptions,
  getSignInPolicyQueryKey,
  signOutAllMembersMutation,
  updateSignInPolicyMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, SignInPolicy, SignInPolicyUpdate } from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { CheckboxField, SelectField } from '#src/components/form/fields.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { DangerAction, DangerZone } from '#src/components/layout/danger-zone.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount } from '#src/lib/text/format.ts';

interface Values {
  passkeyRequired: boolean;
  /** Hours; empty for no limit. */
  sessionHours: string;
  /** Days; empty for no limit. */
  tokenDays: string;
}

/** Blank, for no limit, counts as absent. */
const policySchema = z.object({
  passkeyRequired: z.boolean(),
  sessionHours: z.string().optional(),
  tokenDays: z.string().optional(),
});

const sessionChoices = [1, 8, 12, 24, 168, 336];
const tokenChoices = [7, 30, 90, 365];

const valuesOf = ({ passkeyRequired, sessionHours, tokenDays }: SignInPolicy): Values => ({
  passkeyRequired,
  sessionHours: sessionHours === undefined ? '' : String(sessionHours),
  tokenDays: tokenDays === undefined ? '' : String(tokenDays),
});

const numberOf = (text: string) => (text === '' ? null : Number(text));

const changedPolicy = (before: Values, after: Values): SignInPolicyUpdate => ({
  ...(after.passkeyRequired !== before.passkeyRequired && { passkeyRequired: after.passkeyRequired }),
  ...(after.sessionHours !== before.sessionHours && { sessionHours: numberOf(after.sessionHours) }),
  ...(after.tokenDays !== before.tokenDays && { tokenDays: numberOf(after.tokenDays) }),
});

const hoursText = (hours: number) =>
  hours >= 48 ? formatCount(hours / 24, 'day') : formatCount(hours, 'hour');

/** The choices, with the current value where it is another one. */
function limitOptions(choices: readonly number[], current: string, text: (value: number) => string) {
  const values = current === '' ? choices : [...new Set([...choices, Number(current)])];
  return [
    { value: '', label: 'No limit' },
    ...values.toSorted((a, b) => a - b).map((value) => ({ value: String(value), label: text(value) })),
  ];
}

/** The requirements of the organization for sessions and API tokens. Administrators only. */
export function SignInPolicySettings({ organization }: { organization: Organization }) {
  const path = { organizationId: organization.id };
  const { data, error, refetch } = useQuery({
    ...optional(getSignInPolicyOptions({ path })),
    enabled: organization.permissions.admin,
  });
  if (data === null || !organization.permissions.admin) return null;
  return (
    <>
      <Section title="Sign-in policy">
        {error && <FetchFailure error={error} onRetry={refetch} />}
        {!error && !data && <FormSkeleton fields={['checkbox', 'hint', 'hint']} />}
        {data && <PolicyForm key={organization.id} organization={organization} policy={data} />}
      </Section>
      <SignOutAll organization={organization} />
    </>
  );
}

function PolicyForm({ organization, policy }: { organization: Organization; policy: SignInPolicy }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const update = useApiMutation(updateSignInPolicyMutation(), {
    invalidates: ['listMemberSessions', 'listMemberTokens'],
    onSuccess: (changed) => queryClient.setQueryData(getSignInPolicyQueryKey({ path }), changed),
  });
  const values = valuesOf(policy);
  return (
    <InlineForm<Values>
      label="Sign-in policy"
      schema={policySchema}
      values={values}
      onSubmit={(edited, before) => update.mutateAsync({ path, body: changedPolicy(before, edited) })}
      guard={{
        labels: {
          passkeyRequired: 'Require a passkey',
          sessionHours: 'Longest session',
          tokenDays: 'Greatest age of API tokens',
        },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, getSignInPolicyOptions({ path }))),
      }}
      readOnlyReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
    >
      {({ control }) => (
        <>
          <CheckboxField
            control={control}
            name="passkeyRequired"
            label="Require a passkey"
            hint="Members sign in with a passkey or by single sign-on. Other sessions and API tokens lose access at once."
          />
          <SelectField
            control={control}
            name="sessionHours"
            label="Longest session"
            hint="Members then sign in again, however much they use the session."
            options={limitOptions(sessionChoices, values.sessionHours, hoursText)}
          />
          <SelectField
            control={control}
            name="tokenDays"
            label="Greatest age of API tokens"
            hint="Older API tokens lose access to this organization."
            options={limitOptions(tokenChoices, values.tokenDays, (days) => formatCount(days, 'day'))}
          />
        </>
      )}
    </InlineForm>
  );
}

function SignOutAll({ organization: { id, title } }: { organization: Organization }) {
  const { mutateAsync } = useApiMutation(signOutAllMembersMutation(), {
    invalidates: ['listMemberSessions'],
  });
  const ask = async () => {
    const isDone = await confirm({
      title: 'Sign out all members?',
      body: 'Everyone but you has to sign in again. API tokens stay.',
      confirmLabel: 'Sign out all members',
      tone: 'danger',
      typeToConfirm: title,
      action: () => mutateAsync({ path: { organizationId: id } }),
    });
    if (isDone) toast('Signed out all members');
  };
  return (
    <DangerZone>
      <DangerAction
        explanation="Everyone but you has to sign in again. Use it when an account may be compromised."
        icon={<LogOut />}
        onClick={() => void ask()}
      >
        Sign out all members…
      </DangerAction>
    </DangerZone>
  );
}
