import { badRequest, conflict } from '#server/base/errors.ts';
import type { SiteText, SiteTextProblem } from '#server/content/source/site/site-text.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countOf } from '#server/lists/lists.ts';
import { changeSite, loadChangeableSite, requireSiteMember } from '#server/sites/load-site.ts';
import { fillDraft } from '../drafts/fill-draft.ts';
import { viewDraft } from '../drafts/view-draft.ts';
import { type CurrentText, planText, readCurrentText } from './plan-text.ts';

/** The structure of a site as text, which becomes a draft. */
export const structureTextHandlers = {
  async getStructureText(request) {
    const { db, params } = request;
    const { site } = await loadChangeableSite(request);
    const { text, version } = await readCurrentText(db, params.organizationId, site);
    return { object: 'structure-text', text, version };
  },

  async planStructureText(request) {
    const { db, params, body } = request;
    const { site } = await loadChangeableSite(request);
    const text = await readText(body.text, params.organizationId);
    const current = await readCurrentText(db, params.organizationId, site);
    assertVersion(current, body.version);
    const { changes, problems } = await planText(db, requireSiteMember(request), { site, current, text });
    return { object: 'structure-text-plan', changes: changes.map(({ summary }) => summary), problems };
  },

  async draftStructureText(request) {
    const { params, body } = request;
    await loadChangeableSite(request);
    const text = await readText(body.text, params.organizationId);
    await changeSite(request, async (trx, site, member) => {
      const current = await readCurrentText(trx, params.organizationId, site);
      assertVersion(current, body.version);
      const { changes, problems } = await planText(trx, member, { site, current, text });
      if (problems.length > 0) throw badText(problems);
      await fillDraft(trx, request, site, {
        changes,
        action: 'draftStructureText',
        summary: `Made a text of the structure of the site “${site.title}” a draft of ${countOf(changes.length, 'change')}.`,
      });
    });
    return viewDraft(request);
  },
} satisfies Handlers<'getStructureText' | 'planStructureText' | 'draftStructureText'>;

/** In a task process: a long text takes a second. */
async function readText(text: string, organizationId: string): Promise<SiteText> {
  try {
    return await runTask('readSiteText', { text, isStrict: true }, { organizationId });
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    throw badText([{ line: 1, message: 'The text takes too long to read. Change less at once.' }]);
  }
}

function assertVersion({ version }: CurrentText, expected: string | undefined): void {
  if (expected !== undefined && expected !== version)
    throw conflict('The structure was changed since the text was read. Read it again.', 'body.version');
}

const badText = (problems: readonly SiteTextProblem[]) =>
  badRequest(
    `Line ${problems[0]?.line}: ${problems[0]?.message}`,
    problems.map(({ line, message }) => ({ path: 'body.text', message: `Line ${line}: ${message}` })),
  );
