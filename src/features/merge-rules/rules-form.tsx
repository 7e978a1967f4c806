import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { use } from 'react';
import { type Control, useController, useFieldArray, useFormState } from 'react-hook-form';
import type { MergeRules } from '#api/generated/types.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormSkeleton } from '#src/components/form/form-skeleton.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { NamesField } from './names-field.tsx';
import { mergeRulesOf, type RulesScope, rulesPathOf, saveMergeRules } from './queries.ts';
import {
  changedRules,
  namesText,
  ownersText,
  ruleSchema,
  type RuleValues,
  toRuleValues,
} from './rule-values.ts';

const approvalOptions = Array.from({ length: 21 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'None' : formatCount(count, 'approval'),
}));

/** What a merge has to meet, of a space or of all spaces of an organization. */
export function MergeRulesForm({ scope }: { scope: RulesScope }) {
  const { data, error, refetch } = useQuery(mergeRulesOf(scope));
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (data === null) return <p className="text-ink-soft">No merge rules on this server.</p>;
  if (!data) return <FormSkeleton fields={['hint', 'checkbox', 'checkbox']} />;
  return <RulesForm key={scope.spaceId ?? scope.organizationId} scope={scope} rules={data} />;
}

function RulesForm({ scope, rules }: { scope: RulesScope; rules: MergeRules }) {
  const queryClient = useQueryClient();
  const options = mergeRulesOf(scope);
  const save = useApiMutation(
    { mutationFn: (body: Parameters<typeof saveMergeRules>[1]) => saveMergeRules(scope, body) },
    {
      invalidates: ['getChangeRequestMergeRules'],
      onSuccess: (saved) => queryClient.setQueryData(options.queryKey, saved),
    },
  );
  const ofSpace = scope.spaceId !== undefined;
  return (
    <InlineForm<RuleValues>
      label="Merge rules"
      schema={ruleSchema}
      values={toRuleValues(rules)}
      onSubmit={async (edited, before) => {
        await save.mutateAsync(changedRules(before, edited));
        toast('Saved merge rules');
      }}
      guard={{
        path: rulesPathOf(scope),
        labels: {
          approvals: 'Approvals',
          teams: 'Teams whose approvals count',
          currentApprovals: 'Only approvals of the latest revision count',
          owners: 'Owners',
          commentsResolved: 'Comments are resolved',
          upToDate: 'Up to date with the space',
          noBrokenLinks: 'No links break',
          administratorsBypass: 'Administrators may merge against the rules',
          bypassTeams: 'Teams that may merge against the rules',
        },
        formatters: {
          teams: ({ teams }) => namesText(teams),
          owners: ownersText,
          bypassTeams: ({ bypassTeams }) => namesText(bypassTeams),
        },
        fetchCurrent: async () => {
          const current = await fetchFresh(queryClient, options);
          return toRuleValues(current ?? rules);
        },
      }}
      readOnlyReason={reasonUnless(
        rules.permissions.admin,
        ofSpace
          ? 'Only people with the role “Creator” or “Admin” can change these rules.'
          : 'Only administrators can change these rules.',
      )}
    >
      {({ control }) => <RuleFields control={control} organizationId={scope.organizationId} />}
    </InlineForm>
  );
}

interface FieldsProps {
  control: Control<RuleValues, unknown, RuleValues>;
  organizationId: string;
}

function RuleFields({ control, organizationId }: FieldsProps) {
  return (
    <>
      <SelectField
        control={control}
        name="approvals"
        label="Approvals"
        hint="Each of another member. With any rule, content changes through change requests only."
        options={approvalOptions}
      />
      <TeamsField
        control={control}
        organizationId={organizationId}
        name="teams"
        label="Teams whose approvals count"
        hint="Without a team, approvals of all reviewers count."
      />
      <CheckboxField
        control={control}
        name="currentApprovals"
        label="Only approvals of the latest revision count"
        hint="A change after the review needs another approval."
      />
      <OwnersField control={control} organizationId={organizationId} />
      <CheckboxField control={control} name="commentsResolved" label="Comments are resolved" />
      <CheckboxField control={control} name="upToDate" label="Up to date with the space" />
      <CheckboxField control={control} name="noBrokenLinks" label="No links break" />
      <CheckboxField
        control={control}
        name="administratorsBypass"
        label="Administrators may merge against the rules"
        hint="They give a reason, which the audit log keeps."
      />
      <TeamsField
        control={control}
        organizationId={organizationId}
        name="bypassTeams"
        label="Teams that may merge against the rules"
      />
    </>
  );
}

function TeamsField(props: FieldsProps & { name: 'teams' | 'bypassTeams'; label: string; hint?: string }) {
  const { control, organizationId, name, label, hint } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <NamesField
      organizationId={organizationId}
      label={label}
      {...(hint !== undefined && { hint })}
      error={fieldState.error?.message}
      value={{ teams: field.value, users: [] }}
      onChange={({ teams }) => field.onChange(teams)}
    />
  );
}

/** Who has to approve changes of which pages. */
function OwnersField({ control, organizationId }: FieldsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'owners' });
  const { errors } = useFormState({ control, name: 'owners' });
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const problem = errors.owners?.message ?? errors.owners?.root?.message;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-medium">Owners</legend>
      <p className="text-xs text-ink-soft">
        A change of a page needs the approval of one of its owners: those of the longest path at or above it.
      </p>
      {fields.map(({ id }, index) => (
        <OwnersRow
          key={id}
          control={control}
          organizationId={organizationId}
          index={index}
          onRemove={isReadOnly ? undefined : () => remove(index)}
        />
      ))}
      {problem !== undefined && <p className="text-xs text-danger-ink">{problem}</p>}
      {!isReadOnly && (
        <Button
          size="small"
          icon={<Plus />}
          className="self-start"
          onClick={() => append({ pagePath: '', teams: [], users: [] })}
        >
          Add path
        </Button>
      )}
    </fieldset>
  );
}

interface OwnersRowProps extends FieldsProps {
  index: number;
  /** Undefined in a form that is read-only. */
  onRemove: (() => void) | undefined;
}

function OwnersRow({ control, organizationId, index, onRemove }: OwnersRowProps) {
  const teams = useController({ control, name: `owners.${index}.teams` });
  const users = useController({ control, name: `owners.${index}.users` });
  const place = formatNumber(index + 1);
  return (
    <div
      role="group"
      aria-label={`Path ${place}`}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
    >
      <TextField
        control={control}
        name={`owners.${index}.pagePath`}
        label="Path of a page"
        hint="Empty for all content."
        placeholder="guides/start"
        optional
        code
      />
      <NamesField
        organizationId={organizationId}
        label="Owners of it"
        error={teams.fieldState.error?.message ?? users.fieldState.error?.message}
        value={{ teams: teams.field.value, users: users.field.value }}
        onChange={(names) => {
          teams.field.onChange(names.teams);
          users.field.onChange(names.users);
        }}
        withMembers
      />
      {onRemove && (
        <Button size="small" icon={<Trash2 />} className="self-start" onClick={onRemove}>
          Remove path {place}
        </Button>
      )}
    </div>
  );
}
