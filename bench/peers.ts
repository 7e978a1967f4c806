/** What people would use instead: the same two lists made with react-admin. */
import type { ByTarget } from './browser.ts';
import { atMost, ratio } from './goals.ts';
import { listsTable, measureNavigation, type NavigationTimes } from './navigation.ts';
import { measurePageLoad, type PageLoad, pageLoadTable } from './page-load.ts';
import type { Part } from './part.ts';

interface Beside {
  load: ByTarget<PageLoad>;
  routes: ByTarget<NavigationTimes>;
}

export const peersPart: Part<Beside> = {
  name: 'peers',
  isExtra: true,
  measure: async (bench) => {
    const browser = await bench.browser();
    const targets = await bench.targets(['react-admin']);
    return {
      load: await measurePageLoad(browser, targets, bench.rounds),
      routes: await measureNavigation(browser, targets, bench.rounds),
    };
  },
  goals: ({ load: { console: load, 'react-admin': otherLoad }, routes }) => {
    const { console: times, 'react-admin': otherTimes } = routes;
    if (otherLoad === undefined || otherTimes === undefined) return [];
    const unit = '× react-admin';
    return [
      atMost('rows visible', ratio(load.rowsVisible, otherLoad.rowsVisible), 0.55, unit),
      atMost('JavaScript until rows are visible', ratio(load.script, otherLoad.script), 0.55, unit),
      atMost('Total Blocking Time', ratio(load.blockingTime, otherLoad.blockingTime), 0.25, unit),
      atMost('warm, p50', ratio(times.warmP50, otherTimes.warmP50), 0.35, unit),
      atMost('warm, p95', ratio(times.warmP95, otherTimes.warmP95), 0.35, unit),
    ];
  },
  tables: ({ load, routes }) => [
    ...pageLoadTable('Beside react-admin: cold load of the members screen', load),
    ...listsTable('Beside react-admin: members and teams', routes),
  ],
};
