import { linkOptions, useNavigate } from '@tanstack/react-router';
import type { ReusableContent, Space } from '#api/generated/types.gen.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { CreateChangeRequestForm } from '../create-change-request-form.tsx';

interface ChangeContentFormProps {
  organizationId: string;
  space: Space;
  /** The content that is to be changed; undefined for a new one. */
  content: Pick<ReusableContent, 'id' | 'title'> | undefined;
  /** Why this person can't edit the space. */
  disabledReason: string | undefined;
  onClose: () => void;
}

/** Asks in which change request a reusable content is edited or added, and leads there. */
export function ChangeContentForm({
  organizationId,
  space,
  content,
  disabledReason,
  onClose,
}: ChangeContentFormProps) {
  const navigate = useNavigate();
  const paramsOf = (number: number) => ({
    organizationId,
    spaceId: space.id,
    changeRequest: String(number),
  });
  const list = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable';
  const editor = `${list}/$contentId/edit` as const;
  const linkOf = (number: number) =>
    content
      ? linkOptions({ to: editor, params: { ...paramsOf(number), contentId: content.id } })
      : linkOptions({ to: list, params: paramsOf(number), search: { create: 'yes' } });
  const leave = (number: number) =>
    content
      ? navigate({ to: editor, params: { ...paramsOf(number), contentId: content.id }, replace: true })
      : navigate({ to: list, params: paramsOf(number), search: { create: 'yes' }, replace: true });
  return (
    <ReadOnlyForm value={disabledReason}>
      <CreateChangeRequestForm
        space={space}
        item={content ? { id: content.id, title: content.title, linkOf } : { id: 'new', linkOf }}
        onClose={(number) => (number === null ? onClose() : void leave(number))}
      />
    </ReadOnlyForm>
  );
}
