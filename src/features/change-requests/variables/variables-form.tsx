import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import {
  createChangeRequestMutation,
  editChangeRequestContentMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { VariableRows } from '#src/domain/variables/variable-rows.tsx';
import { variablesOf } from '#src/domain/variables/variables-query.ts';
import {
  describeProblem,
  describeVariables,
  toRecord,
  toVariables,
  type Variable,
} from '#src/domain/variables/variables.ts';
import { changeRequestInvalidations } from '../queries.ts';

interface Values {
  variables: Variable[];
}

const schema = z.object({
  variables: z.array(z.object({ name: z.string(), value: z.string() })).check(({ value, issues }) => {
    const problem = describeProblem(value);
    if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
  }),
});

interface VariablesFormProps {
  spaceId: string;
  /** Number or id of the change request that is edited; a new one is made if there is none. */
  changeRequest?: string;
  /** As they are now. */
  variables: Readonly<Record<string, string>>;
  /** Called when closed, with the number of the change request if one was made. */
  onClose: (number: number | null) => void;
}

/** Edits the values that the texts of a space may name, in a change request. */
export function VariablesForm({ spaceId, changeRequest, variables, onClose }: VariablesFormProps) {
  const queryClient = useQueryClient();
  const created = useRef<number | null>(null);
  const [opened] = useState(() => toVariables(variables));
  const create = useApiMutation(createChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  const edit = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
    optional: 'editChangeRequestContent',
  });
  return (
    <FormDialog<Values>
      title="Variables of the space"
      description={
        changeRequest === undefined
          ? 'Saved in a new change request, which others review before it is merged.'
          : 'Texts of all pages may name them.'
      }
      submitLabel={changeRequest === undefined ? 'Create change request' : 'Save'}
      schema={schema}
      defaultValues={{ variables: opened }}
      guard={{
        labels: { variables: 'Variables' },
        formatters: { variables: (values) => describeVariables(values.variables) },
        fetchCurrent: async () => {
          const current = await fetchFresh(queryClient, variablesOf({ spaceId, changeRequest }));
          return { variables: toVariables(current) };
        },
      }}
      error={create.error ?? edit.error}
      pending={create.isPending || edit.isPending}
      onSubmit={async (values) => {
        if (changeRequest === undefined && created.current === null) {
          const body = { subject: 'Change variables' };
          created.current = (await create.mutateAsync({ path: { spaceId }, body })).number;
        }
        await edit.mutateAsync({
          path: { spaceId, changeRequestId: changeRequest ?? String(created.current) },
          body: { changes: [{ operation: 'update_variables', vars: toRecord(values.variables) }] },
        });
      }}
      onClose={() => onClose(created.current)}
    >
      {(form) => (
        <VariableRows
          label="Variables"
          owner="space"
          variables={form.watch('variables')}
          problem={form.formState.errors.variables?.message}
          onChange={(next) => form.setValue('variables', next, { shouldDirty: true })}
        />
      )}
    </FormDialog>
  );
}
