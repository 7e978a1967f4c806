import type { Action } from './model-commands.ts';
import type { Model } from './model-state.ts';

const withSections = ({ sites }: Model, min: number) =>
  sites.filter(({ sections }) => sections.length >= min);

/** Commands on sites and their sections. */
export const siteActions: Record<string, Action> = {
  createSite: {
    canRun: () => true,
    run: async (model, server) => {
      const title = model.newTitle('Site');
      const { id } = await server.expect(201, server.as.post(`${server.base}/sites`, { title }));
      model.sites.push({ id, title, sections: [] });
      return `create ${title}`;
    },
  },

  addSection: {
    canRun: ({ sites, presentSpaces: present }) => sites.length > 0 && present.length > 0,
    run: async (model, server, choice) => {
      const site = choice.pick(model.sites);
      const space = choice.pick(model.presentSpaces);
      const title = model.newTitle('Section');
      const url = `${server.base}/sites/${site.id}/sections`;
      const { id } = await server.expect(201, server.as.post(url, { spaceId: space.id, title }));
      site.sections.push({ id, title, spaceId: space.id });
      await server.compareSite(model, site);
      return `add ${title} with ${space.title} to ${site.title}`;
    },
  },

  moveSection: {
    canRun: (model) => withSections(model, 2).length > 0,
    run: async (model, server, choice) => {
      const site = choice.pick(withSections(model, 2));
      const moved = choice.pick(site.sections);
      const neighbor = choice.pick(site.sections.filter((section) => section !== moved));
      const url = `${server.base}/sites/${site.id}/sections/${moved.id}/move`;
      const position = { before: { type: 'site-section', siteSection: neighbor.id } };
      await server.expect(200, server.as.post(url, { position }));
      site.sections = site.sections.filter((section) => section !== moved);
      site.sections.splice(site.sections.indexOf(neighbor), 0, moved);
      await server.compareSite(model, site);
      return `move ${moved.title} before ${neighbor.title}`;
    },
  },

  deleteSection: {
    canRun: (model) => withSections(model, 1).length > 0,
    run: async (model, server, choice) => {
      const site = choice.pick(withSections(model, 1));
      const section = choice.pick(site.sections);
      const url = `${server.base}/sites/${site.id}/sections/${section.id}`;
      await server.expect(205, server.as.delete(url));
      site.sections = site.sections.filter((other) => other !== section);
      await server.expect(404, server.as.delete(url));
      await server.compareSite(model, site);
      return `delete ${section.title} of ${site.title}`;
    },
  },

  deleteSite: {
    canRun: ({ sites }) => sites.length > 0,
    run: async (model, server, choice) => {
      const site = choice.pick(model.sites);
      await server.expect(205, server.as.delete(`${server.base}/sites/${site.id}`));
      model.sites.splice(model.sites.indexOf(site), 1);
      await server.expect(404, server.as.get(`${server.base}/sites/${site.id}`));
      return `delete ${site.title}`;
    },
  },
};
