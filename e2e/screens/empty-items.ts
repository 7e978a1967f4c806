/** One empty item of each kind. */
import {
  createApiSpec,
  createChangeRequest,
  createCollection,
  createCustomField,
  createSamlProvider,
  createSite,
  createSpace,
  createTeam,
  createTranslation,
  createWebhook,
  updateChangeRequest,
} from '#api/generated/sdk.gen.ts';
import type { Organization } from '../support/organizations.ts';

export async function createOneOfEach({ id, admin: { client } }: Organization): Promise<void> {
  const requestOptions = { client, path: { organizationId: id } };
  await createTeam({ ...requestOptions, body: { title: 'Writers' } });
  await createCollection({ ...requestOptions, body: { title: 'Manuals' } });
  await createSite({ ...requestOptions, body: { title: 'Docs' } });
  await createCustomField({ ...requestOptions, body: { name: 'owner', type: 'text' } });
  await createTranslation({ ...requestOptions, body: { title: 'Into French' } });
  const webhook = { url: 'https://hooks.empty.example/bindery', events: ['site.published' as const] };
  await createWebhook({ ...requestOptions, body: webhook });
  await createSamlProvider({ ...requestOptions, body: { label: 'Harbour' } });
  await createApiSpec({
    ...requestOptions,
    body: { slug: 'lights', source: { text: 'not a specification' } },
  });
  const space = await createSpace({ ...requestOptions, body: { title: 'User guide' }, throwOnError: true });
  const path = { spaceId: space.data.id };
  const created = await createChangeRequest({
    client,
    path,
    body: { subject: 'Nothing yet' },
    throwOnError: true,
  });
  await updateChangeRequest({
    client,
    path: { ...path, changeRequestId: created.data.id },
    body: { status: 'open' },
  });
}
