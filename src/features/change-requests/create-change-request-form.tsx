import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { use, useRef } from 'react';
import {
  createChangeRequestMutation,
  listChangeRequestsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Page, Space } from '#api/generated/types.gen.ts';
import { zCreateChangeRequestBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { subjectLabel } from '#src/lib/shared-labels.ts';
import type { Passage } from '#src/lib/text/passage.ts';
import { ChangeRequestLinks } from './change-request-links.tsx';
import { changeRequestInvalidations } from './queries.ts';
import { SelectedText } from './suggest-correction-dialog.tsx';

const MAX_SUBJECT_LENGTH = 100;

interface CreateChangeRequestFormProps {
  organizationId: string;
  space: Space;
  /** The page that is to be changed, if it is known. */
  page?: Pick<Page, 'id' | 'title'> | undefined;
  /** The heading of that page at which its editor opens; may be empty. */
  anchor: string;
  /** A passage of that page at which its editor opens instead. */
  passage?: Passage | undefined;
  /** Called when closed, with the number of the change request if one was created. */
  onClose: (number: number | null) => void;
}

/** Creates a change request from the current content of a space. For a page, one's own drafts come first. */
export function CreateChangeRequestForm({
  organizationId,
  space,
  page,
  anchor,
  passage,
  onClose,
}: CreateChangeRequestFormProps) {
  const createdNumber = useRef<number | null>(null);
  const create = useApiMutation(createChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  return (
    <FormDialog<{ subject: string }>
      title={page ? `Propose a change to “${page.title}”` : 'New change request'}
      description={
        page
          ? 'Changes are made in a change request, which others review before it is merged.'
          : `Starts as a draft from the current content of ${space.title}.`
      }
      submitLabel="Create change request"
      schema={zCreateChangeRequestBody}
      defaultValues={{ subject: page ? subjectFor(page.title) : '' }}
      draft={`create-change-request.${space.id}.${page?.id ?? ''}`}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ subject }) => {
        const path = { spaceId: space.id };
        createdNumber.current = (
          await create.mutateAsync({ path, body: { subject: subject.trim() } })
        ).number;
      }}
      onClose={() => onClose(createdNumber.current)}
    >
      {({ control }) => (
        <>
          {passage && <SelectedText passage={passage} />}
          {page && (
            <OwnDrafts
              organizationId={organizationId}
              spaceId={space.id}
              pageId={page.id}
              anchor={anchor}
              passage={passage}
            />
          )}
          <TextField
            control={control}
            name="subject"
            label={subjectLabel}
            limit={MAX_SUBJECT_LENGTH}
            optional
          />
        </>
      )}
    </FormDialog>
  );
}

/** "Change “Title”", with as much of the title as fits. */
function subjectFor(title: string): string {
  const around = 'Change “”'.length;
  return `Change “${[...title].slice(0, MAX_SUBJECT_LENGTH - around).join('')}”`;
}

/** More are in the list of the space's change requests. */
const MAX_DRAFTS = 5;

/** The user's drafts in a space, as links to the editor of a page in them. */
function OwnDrafts({
  organizationId,
  spaceId,
  pageId,
  anchor,
  passage,
}: {
  organizationId: string;
  spaceId: string;
  pageId: string;
  anchor: string;
  passage: Passage | undefined;
}) {
  const contributor = currentUser()?.id ?? '';
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const query = { status: 'draft', contributor, limit: MAX_DRAFTS } as const;
  const drafts = useQuery({
    ...listChangeRequestsOptions({ path: { spaceId }, query }),
    enabled: contributor !== '' && !isReadOnly,
  });
  if (isReadOnly || !drafts.data || drafts.data.items.length === 0) return null;
  return (
    <section aria-labelledby="own-drafts" className="flex flex-col gap-2">
      <h3 id="own-drafts" className="font-medium">
        Continue one of your drafts
      </h3>
      <ChangeRequestLinks
        label="Your drafts"
        changeRequests={drafts.data.items}
        linkOf={({ number }) =>
          linkOptions({
            to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
            params: { organizationId, spaceId, changeRequest: String(number), pageId },
            search: passage && { passage },
            hash: anchor,
          })
        }
      />
      <h3 className="font-medium">Or start another one</h3>
    </section>
  );
}
