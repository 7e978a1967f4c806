import { closeAnnouncement } from './announcement.ts';
/**
 * The one script of published sites, deferred: the pages work without it. It makes no HTML of data, only of what the
 * server has written as such, and reads all texts from the page.
 */
import { offerCorrections } from './corrections.ts';
import { closeMenus, followHeadings, keepTree, openTarget } from './navigation.ts';
import { enhanceSearch } from './search.ts';
import { reportRanks, reportShownPage } from './seen.ts';
import { addCopyButtons, keepTabs, playEmbeds } from './text-parts.ts';
import { each } from './texts.ts';
import { addThemeSwitch } from './theme.ts';

/** A failing feature leaves the others working, and is seen in the browser's console. */
for (const enhance of [
  addThemeSwitch,
  closeAnnouncement,
  () => each<HTMLFormElement>('form.search', enhanceSearch),
  closeMenus,
  keepTree,
  followHeadings,
  openTarget,
  addCopyButtons,
  keepTabs,
  playEmbeds,
  offerCorrections,
  reportRanks,
  reportShownPage,
]) {
  try {
    enhance();
  } catch (error) {
    reportError(error);
  }
}
