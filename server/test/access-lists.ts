import type { Call, Scene } from './call-parts.ts';
import { makeGrant, makeMember, makeTeam } from './factories.ts';
import { as } from './test-app.ts';

/** How a list gets and loses items. */
export interface Growing {
  /** Adds one item to the list. */
  grow: (call: Call) => Promise<unknown>;
  /** The address whose deletion takes an item off the list, or what takes it off in another way. */
  drop: (call: Call, id: string) => string | Promise<void>;
}

/** The lists of who can access content and of who signs people in. */
export function accessLists(scene: () => Scene): Record<string, Growing> {
  const there = () => ({ organizationId: scene().organization.id });
  const ofContent = (kind: 'space' | 'collection') => {
    const name = kind === 'space' ? 'Space' : 'Collection';
    const at = ({ params }: Call) => ({ ...there(), [`${kind}Id`]: params[`${kind}Id`] });
    const below = (path: string) => (call: Call, id: string) =>
      `/v1/${kind}s/${call.params[`${kind}Id`]}/permissions/${path}/${id}`;
    return {
      [`list${name}Permissions`]: {
        grow: () => makeMember(there()),
        drop: (_: Call, id: string) => `${scene().base}/members/${id}`,
      },
      [`list${name}UserPermissions`]: {
        grow: async (call: Call) =>
          makeGrant({ ...at(call), userId: (await makeMember(there())).id, level: 'read' }),
        drop: below('users'),
      },
      [`list${name}TeamPermissions`]: {
        grow: async (call: Call) =>
          makeGrant({ ...at(call), teamId: (await makeTeam(there())).id, level: 'read' }),
        drop: below('teams'),
      },
    };
  };
  const listSamlProviders = {
    grow: () => as(scene().admin).post(`${scene().base}/saml`, { label: 'Work' }),
    drop: (_: Call, id: string) => `${scene().base}/saml/${id}`,
  };
  return { ...ofContent('space'), ...ofContent('collection'), listSamlProviders };
}
