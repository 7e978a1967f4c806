import contract from '#api/generated/openapi.json' with { type: 'json' };
import { listOperations, type Operation } from '#server/contract/document.ts';
import { createOrganization } from '../factories.ts';
import { createOrganizationFixture } from '../organization-fixture.ts';
import { type ApiResponse, as, type Sender, testApp } from '../test-app.ts';
import { CASES } from './all-cases.ts';
import type { ApiFixture, Call, CallFactory } from './call-factories.ts';
import type { Exceptions } from './contract-cases.ts';

export const OPERATIONS: readonly Operation[] = listOperations(contract);

const CALLS = new Map<string, CallFactory>(Object.entries(CASES.calls));

const EXCEPTIONS = new Map<string, Exceptions>(Object.entries(CASES.exceptions));

/** Creates an organization fixture with its second organization. */
export async function createApiFixture(): Promise<ApiFixture> {
  const first = await createOrganizationFixture();
  const second = await createOrganization({ title: 'Second Press' });
  const { db, app } = await testApp();
  const membersOfBoth = [first.creator, first.admin].map((member) => ({
    organization_id: second.id,
    user_id: member.id,
    role: 6,
    search_text: '',
  }));
  await db.insertInto('members').values(membersOfBoth).execute();
  app.actors.invalidateAll();
  return { ...first, secondOrganizationId: second.id };
}

/** Sends a request of an operation as someone; `query` such as `limit=1`. */
export function send(sender: Sender, operation: Operation, call: Call, query = ''): Promise<ApiResponse> {
  const queries = [call.query ?? '', query].filter((part) => part !== '').join('&');
  const url = urlOf(operation, call.params) + (queries === '' ? '' : `?${queries}`);
  const client = as(sender);
  switch (operation.method) {
    case 'GET':
      return client.get(url);
    case 'DELETE':
      return client.delete(url);
    case 'POST':
      return client.post(url, call.body);
    case 'PUT':
      return client.put(url, call.body);
    case 'PATCH':
      return client.patch(url, call.body);
  }
}

/** The URL of an operation with its ids. */
export function urlOf(operation: Operation, params: Record<string, string>): string {
  return operation.url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call of ${operation.id} has no ${name}.`);
    return encodeURIComponent(value);
  });
}

/** A valid call of an operation, with everything that it needs. */
export async function createCall(operation: Operation, fixture: ApiFixture): Promise<Call> {
  const create = CALLS.get(operation.id);
  if (!create) throw new Error(`${operation.id} has no contract case.`);
  const call = await create(fixture);
  return { ...call, params: { organizationId: fixture.organization.id, ...call.params } };
}

/** How an operation differs from the rule. */
export const exceptionsOf = ({ id }: Operation): Exceptions => EXCEPTIONS.get(id) ?? {};

/** How an operation treats an unknown id, unless it returns 404. */
export function withUnknownId(operation: Operation, name: string): 'ignored' | 'created' | undefined {
  return Object.entries(exceptionsOf(operation).unknownIds ?? {}).find(([kind]) => kind === name)?.[1];
}

/** Whether an operation creates an item with an unknown id. */
export const createsUnknown = (operation: Operation): boolean =>
  Object.values(exceptionsOf(operation).unknownIds ?? {}).includes('created');
