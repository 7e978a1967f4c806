/** Spaces and change requests to test the inbox on, made through the interface. */
import {
  createChangeRequest,
  createSpace,
  editChangeRequestContent,
  getChangeRequest,
  mergeChangeRequest,
  requestReviewers,
  updateChangeRequest,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, ContentEdit } from '#api/generated/types.gen.ts';
import type { Organization, Person } from './organizations.ts';

/** A change request and the page that it has made, if it has made one. */
export interface CreatedChangeRequest {
  path: { spaceId: string; changeRequestId: string };
  number: number;
  page: string | undefined;
}

/** Makes a space, as the administrator, in which everybody has the role that they have in the organization; returns its id. */
export async function createTestSpace(organization: Organization, title: string): Promise<string> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data } = await createSpace({ client, path, body: { title }, throwOnError: true });
  await updateSpace({ client, path: { spaceId: data.id }, body: { defaultLevel: 'inherit' } });
  return data.id;
}

interface ChangeRequestOptions {
  subject: string;
  /** Left out, it adds a page that is called like its subject; an empty list leaves it without edits. */
  changes?: ContentEdit[];
  status?: 'open' | 'draft';
  /** Who is asked for a review. */
  reviewers?: readonly Person[];
}

/** Starts a change request as somebody, with edits; opens it unless told otherwise. */
export async function createTestChangeRequest(
  { client }: Person,
  spaceId: string,
  { subject, changes, status = 'open', reviewers = [] }: ChangeRequestOptions,
): Promise<CreatedChangeRequest> {
  const { data } = await createChangeRequest({
    client,
    path: { spaceId },
    body: { subject },
    throwOnError: true,
  });
  const path = { spaceId, changeRequestId: data.id };
  const insert: ContentEdit = {
    operation: 'insert_page',
    title: subject || 'Page',
    document: { markdown: `About ${subject}.\n` },
  };
  const edits = changes ?? [insert];
  const edited =
    edits.length > 0 &&
    (await editChangeRequestContent({ client, path, body: { changes: edits }, throwOnError: true }));
  if (status === 'open') await updateChangeRequest({ client, path, body: { status } });
  if (reviewers.length > 0)
    await requestReviewers({ client, path, body: { users: reviewers.map(({ id }) => id) } });
  return { path, number: data.number, page: edited ? edited.data.pages[0] : undefined };
}

/** Merges a change request as somebody; returns how that ended. */
export async function merge({ client }: Person, { path }: CreatedChangeRequest): Promise<string> {
  return (await mergeChangeRequest({ client, path, throwOnError: true })).data.result;
}

/** A change request as the server has it now. */
export async function fetchChangeRequest(
  { client }: Person,
  { path }: CreatedChangeRequest,
): Promise<ChangeRequest> {
  return (await getChangeRequest({ client, path, throwOnError: true })).data;
}

/** A page that a space and a change request have changed differently; the change request is not merged. */
export async function createConflict(
  writer: Person,
  merger: Person,
  spaceId: string,
): Promise<{ conflicting: CreatedChangeRequest; page: string }> {
  const first = await createTestChangeRequest(writer, spaceId, {
    subject: 'Ports',
    changes: [{ operation: 'insert_page', title: 'Ports', document: { markdown: 'Listens on port 80.\n' } }],
  });
  await merge(merger, first);
  const page = first.page ?? '';
  const editWith = (markdown: string): ContentEdit[] => [
    { operation: 'update_page', page, document: { markdown } },
  ];
  const theirs = await createTestChangeRequest(writer, spaceId, {
    subject: 'Use port 8080',
    changes: editWith('Listens on port 8080.\n'),
  });
  const conflicting = await createTestChangeRequest(writer, spaceId, {
    subject: 'Use port 4400',
    changes: editWith('Listens on port 4400.\n'),
  });
  await merge(merger, theirs);
  return { conflicting, page };
}
