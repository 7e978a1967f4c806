/** One thing of each kind with nothing in it. */
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
  updateChangeRequest,
} from '#api/generated/sdk.gen.ts';
import type { Organization } from '../support/organizations.ts';

/** Makes them in an organization that has none yet. */
export async function makeOneOfEach({ id, admin: { client } }: Organization): Promise<void> {
  const to = { client, path: { organizationId: id } };
  await createTeam({ ...to, body: { title: 'Writers' } });
  await createCollection({ ...to, body: { title: 'Manuals' } });
  await createSite({ ...to, body: { title: 'Docs' } });
  await createCustomField({ ...to, body: { name: 'owner', type: 'text' } });
  await createTranslation({ ...to, body: { title: 'Into French' } });
  await createSamlProvider({ ...to, body: { label: 'Harbour' } });
  await createApiSpec({ ...to, body: { slug: 'lights', source: { text: 'not a specification' } } });
  const space = await createSpace({ ...to, body: { title: 'User guide' }, throwOnError: true });
  const path = { spaceId: space.data.id };
  const made = await createChangeRequest({
    client,
    path,
    body: { subject: 'Nothing yet' },
    throwOnError: true,
  });
  await updateChangeRequest({
    client,
    path: { ...path, changeRequestId: made.data.id },
    body: { status: 'open' },
  });
}
