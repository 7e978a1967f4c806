import { forbidden } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { canChangeSites } from '#server/sites/sites.rules.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { FIGURE_DAYS, readPageFigures } from './page-figures.ts';

/** How often pages were read, beside their text. */
export const pageFigureHandlers = {
  async getSpacePageFigures(request) {
    const { db, actor, params, clock, server } = request;
    const { row, viewer } = await loadSpace(db, actor, params.spaceId);
    if (!canChangeSites(viewer))
      throw forbidden('You need the role "create" or higher in this organization to see what readers do.');
    const space = { organizationId: row.organization_id, spaceId: row.id };
    // Where the operator has turned counting off, what is left would look like now.
    const figures = server.siteFigures
      ? await readPageFigures(db, space, clock.now())
      : { sites: [], pages: [] };
    return { object: 'space-page-figures', days: FIGURE_DAYS, ...figures };
  },
} satisfies Handlers<'getSpacePageFigures'>;
