/** Creates spaces and change requests through the API. */
import type { Locator, Page } from '@playwright/test';
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
import type { ChangeRequest, ContentEdit, WritingView } from '#api/generated/types.gen.ts';
import { mergeChecksName } from './names.ts';
import type { Organization, Person } from './organizations.ts';

/** A created change request and its page, if any. */
export interface CreatedChangeRequest {
  path: { spaceId: string; changeRequestId: string };
  number: number;
  page: string | undefined;
}

/**
 * Creates a space with inherited roles as the administrator; returns its id. Its editor begins in the source, of which
 * tests know every letter.
 */
export async function createTestSpace(
  organization: Organization,
  title: string,
  writingView: WritingView = 'source',
): Promise<string> {
  const { client } = organization.admin;
  const path = { organizationId: organization.id };
  const { data } = await createSpace({ client, path, body: { title, writingView }, throwOnError: true });
  await updateSpace({ client, path: { spaceId: data.id }, body: { defaultLevel: 'inherit' } });
  return data.id;
}

interface ChangeRequestOptions {
  subject: string;
  /** Default: adds a page with the subject as its title; an empty list adds no edits. */
  changes?: ContentEdit[];
  status?: 'open' | 'draft';
  /** Requested reviewers. */
  reviewers?: readonly Person[];
}

/** Creates a change request with edits; opens it by default. */
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

/** Merges a change request; returns the result. */
export async function merge({ client }: Person, { path }: CreatedChangeRequest): Promise<string> {
  return (await mergeChangeRequest({ client, path, throwOnError: true })).data.result;
}

export async function fetchChangeRequest(
  { client }: Person,
  { path }: CreatedChangeRequest,
): Promise<ChangeRequest> {
  return (await getChangeRequest({ client, path, throwOnError: true })).data;
}

/** Creates a change request with a conflict. */
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

/** The path of a change request in the console; `rest`: of one of its tabs. */
export const pathOfChangeRequest = (
  organization: Organization,
  { path, number }: CreatedChangeRequest,
  rest = '',
): string => organization.path(`/spaces/${path.spaceId}/changes/${number}${rest}`);

/** The heading of a screen. */
export const titleOf = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, level: 1, exact: true });

/** What is still to be done before a merge. */
export const readinessOf = (page: Page): Locator => page.getByRole('region', { name: mergeChecksName });
