import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Suspense } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Team, TeamRole } from '#api/generated/types.gen.ts';
import { zSetTeamMemberBody } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { parsePastedPeople, createCachedLookup, resolvePeople } from '#src/domain/people/resolve-people.ts';
import { TeamRoleField } from '#src/domain/roles/team-role-field.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { classifyPastedPeople } from './classify-pasted-people.ts';
import { useAddTeamMembers } from './team-additions.ts';
import { fetchMemberIndex, type TeamPath } from './team-member-index.ts';

// Not needed before something was pasted.
const PastedPreview = lazyPart(async () => ({
  default: (await import('./pasted-preview.tsx')).PastedPreview,
}));

const schema = zSetTeamMemberBody.extend({ text: z.string().min(1) });

interface Values {
  text: string;
  role: TeamRole;
}

/** Debounce before members are looked up, in milliseconds. */
const DEBOUNCE_MS = 300;

/** The pasted people, classified. */
const classifiedPeopleOf = (queryClient: QueryClient, path: TeamPath, text: string) => {
  const pasted = parsePastedPeople(text);
  return queryOptions({
    queryKey: ['pasted-people', path, pasted],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      const [members, memberIndex] = await Promise.all([
        resolvePeople(pasted.people, createCachedLookup(queryClient, path.organizationId)),
        fetchMemberIndex(queryClient, path),
      ]);
      return classifyPastedPeople(pasted, members, memberIndex);
    },
    staleTime: 10_000,
  });
};

interface PasteMembersFormProps {
  organizationId: string;
  team: Team;
  onClose: () => void;
}

/** Adds the members whose email addresses were pasted, in one request. */
export function PasteMembersForm({ organizationId, team, onClose }: PasteMembersFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, teamId: team.id };
  const { add, error, isPending } = useAddTeamMembers(organizationId, team);
  return (
    <FormDialog<Values>
      title={`Add members to “${team.title}” by email`}
      description="Paste email addresses from an email, spreadsheet or list. Check the preview before adding."
      submitLabel="Add members"
      schema={schema}
      defaultValues={{ text: '', role: 'member' }}
      draft={`paste-members.${team.id}`}
      error={error}
      pending={isPending}
      onSubmit={async ({ text, role }) => {
        const { toAdd } = await queryClient.ensureQueryData(classifiedPeopleOf(queryClient, path, text));
        if (toAdd.length === 0) throw noMembersToAddError();
        await add(toAdd, role);
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="text"
            label="Email addresses"
            placeholder={'ada@example.org, Grace Hopper <grace@example.org>'}
            multiline
          />
          <Preview control={control} path={path} />
          <TeamRoleField control={control} name="role" />
        </>
      )}
    </FormDialog>
  );
}

function Preview({ control, path }: { control: Control<Values, unknown, Values>; path: TeamPath }) {
  const queryClient = useQueryClient();
  const text = useWatch({ control, name: 'text' });
  const blank = text.trim() === '';
  const { data, isFetching, error, refetch } = useQuery({
    ...classifiedPeopleOf(queryClient, path, text),
    enabled: !blank,
    placeholderData: keepPreviousData,
  });
  if (blank) return null;
  return (
    <Suspense fallback={<Skeleton className="w-1/2" />}>
      <PastedPreview people={data} pending={isFetching} error={error} onRetry={refetch} />
    </Suspense>
  );
}

/** Shaped like a server error, so that it is shown under the field. */
function noMembersToAddError(): ApiError {
  const message = 'No members to add. Check the preview below.';
  return new ApiError({ status: 400, message, details: [{ path: 'body.text', message }], operation: '' });
}
