import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { use, useRef } from 'react';
import {
  createChangeRequestMutation,
  updateChangeRequestMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { zCreateChangeRequestBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { currentUser } from '#src/api/session/session.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { quoteAnswer, type ReaderAnswer, titleOfAnswer } from '#src/domain/answers/reader-answer.ts';
import type { Passage } from '#src/lib/compare/passage.ts';
import { ChangeRequestLinks } from './change-request-links.tsx';
import { ownUnfinishedOf } from './own-unfinished.ts';
import { changeRequestInvalidations } from './queries.ts';
import { QuotedText } from './suggest-correction-dialog.tsx';

const MAX_SUBJECT_LENGTH = 100;

/** What is to be changed: a page, a reusable content, or something that is added. */
interface ChangedItem {
  id: string;
  /** Absent for what is added. */
  title?: string;
  /** Where it is changed in a change request. */
  linkOf: (number: number) => LinkProps;
}

interface CreateChangeRequestFormProps {
  space: Space;
  /** Absent where that is not known yet. */
  item?: ChangedItem | undefined;
  /** What is to be written about, where nothing is changed. */
  about?: string | undefined;
  /** A passage of the page at which its editor opens. */
  passage?: Passage | undefined;
  /** What a reader said about the page: the change request begins with it as its description. */
  answer?: ReaderAnswer | undefined;
  /** Called once a change request has the answer. */
  onDescribed?: (() => void) | undefined;
  /** Called when closed, with the number of the change request if one was created. */
  onClose: (number: number | null) => void;
}

/** Creates a change request from the current content of a space. For an item, one's own unfinished ones come first. */
export function CreateChangeRequestForm(props: CreateChangeRequestFormProps) {
  const { space, item, about, passage, answer, onDescribed, onClose } = props;
  const title = item?.title;
  const createdNumber = useRef<number | null>(null);
  const create = useApiMutation(createChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  const describe = useApiMutation(updateChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  return (
    <FormDialog<{ subject: string }>
      title={title === undefined ? 'New change request' : `Propose a change to “${title}”`}
      description={
        item
          ? 'Changes are made in a change request, which others review before it is merged.'
          : `Starts as a draft from the current content of ${space.title}.`
      }
      submitLabel="Create change request"
      schema={zCreateChangeRequestBody}
      defaultValues={{ subject: subjectFor(title, about) }}
      draft={`create-change-request.${space.id}.${item?.id ?? about ?? ''}`}
      error={create.error ?? describe.error}
      pending={create.isPending || describe.isPending}
      onSubmit={async ({ subject }) => {
        const path = { spaceId: space.id };
        createdNumber.current ??= (
          await create.mutateAsync({ path, body: { subject: subject.trim() } })
        ).number;
        if (!answer) return;
        const changeRequestId = String(createdNumber.current);
        const body = { descriptionMarkdown: quoteAnswer(answer) };
        await describe.mutateAsync({ path: { ...path, changeRequestId }, body });
        onDescribed?.();
      }}
      onClose={() => onClose(createdNumber.current)}
    >
      {({ control }) => (
        <>
          {passage && <QuotedText text={passage.text} />}
          {answer && <QuotedText text={answer.sentence || `${titleOfAnswer(answer)}.`} />}
          {item && <OwnChangeRequests spaceId={space.id} linkOf={item.linkOf} />}
          <TextField control={control} name="subject" label="Subject" limit={MAX_SUBJECT_LENGTH} optional />
        </>
      )}
    </FormDialog>
  );
}

/** "Change “Title”" or "Write about “words”", with as much of them as fits. */
function subjectFor(title: string | undefined, about: string | undefined): string {
  const [verb, name] = title === undefined ? ['Write about', about] : ['Change', title];
  if (name === undefined) return '';
  const around = `${verb} “”`.length;
  return `${verb} “${[...name].slice(0, MAX_SUBJECT_LENGTH - around).join('')}”`;
}

/** The user's unfinished change requests in a space, as links to what is changed in them. */
function OwnChangeRequests({ spaceId, linkOf }: { spaceId: string; linkOf: ChangedItem['linkOf'] }) {
  const contributor = currentUser()?.id ?? '';
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { data: own = [] } = useQuery({
    ...ownUnfinishedOf(spaceId, contributor),
    enabled: contributor !== '' && !isReadOnly,
  });
  if (isReadOnly || own.length === 0) return null;
  return (
    <section aria-labelledby="own-change-requests" className="flex flex-col gap-2">
      <h3 id="own-change-requests" className="font-medium">
        Add to one of your change requests
      </h3>
      <ChangeRequestLinks
        label="Your change requests"
        changeRequests={own}
        linkOf={({ number }) => linkOf(number)}
      />
      <h3 className="font-medium">Or start a new one</h3>
    </section>
  );
}
