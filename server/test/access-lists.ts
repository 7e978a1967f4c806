import type { Call, ApiFixture } from './call-parts.ts';
import { makeGrant, makeMember, makeTeam } from './factories.ts';
import { as } from './test-app.ts';

/** How a list gets and loses items. */
export interface ListFixture {
  /** Adds one item to the list. */
  addItem: (call: Call) => Promise<unknown>;
  /** The address whose deletion takes an item off the list, or what takes it off in another way. */
  deleteItem: (call: Call, id: string) => string | Promise<void>;
}

/** The lists of who can access content and of who signs people in. */
export function accessLists(fixture: () => ApiFixture): Record<string, ListFixture> {
  const inOrganization = () => ({ organizationId: fixture().organization.id });
  const ofContent = (kind: 'space' | 'collection') => {
    const name = kind === 'space' ? 'Space' : 'Collection';
    const at = ({ params }: Call) => ({ ...inOrganization(), [`${kind}Id`]: params[`${kind}Id`] });
    const below = (path: string) => (call: Call, id: string) =>
      `/v1/${kind}s/${call.params[`${kind}Id`]}/permissions/${path}/${id}`;
    return {
      [`list${name}Permissions`]: {
        addItem: () => makeMember(inOrganization()),
        deleteItem: (_: Call, id: string) => `${fixture().base}/members/${id}`,
      },
      [`list${name}UserPermissions`]: {
        addItem: async (call: Call) =>
          makeGrant({ ...at(call), userId: (await makeMember(inOrganization())).id, level: 'read' }),
        deleteItem: below('users'),
      },
      [`list${name}TeamPermissions`]: {
        addItem: async (call: Call) =>
          makeGrant({ ...at(call), teamId: (await makeTeam(inOrganization())).id, level: 'read' }),
        deleteItem: below('teams'),
      },
    };
  };
  const listSamlProviders = {
    addItem: () => as(fixture().admin).post(`${fixture().base}/saml`, { label: 'Work' }),
    deleteItem: (_: Call, id: string) => `${fixture().base}/saml/${id}`,
  };
  return { ...ofContent('space'), ...ofContent('collection'), listSamlProviders };
}
