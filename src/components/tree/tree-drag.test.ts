import { expect, it } from 'vitest';
import { announcements } from '#src/ui/live-region.ts';
import { createTreeDrag } from './tree-drag.ts';

it('a drop at a place that has become impossible since it was chosen moves nothing and says why', () => {
  const dropped: string[] = [];
  let refusal: string | null = null;
  const drag = createTreeDrag(() => ({
    check: () => refusal,
    describe: () => 'Before Help',
    describeItems: () => 'Billing',
    drop: (ids) => dropped.push(...ids),
  }));
  const place = { target: { before: 'Help' }, index: 0, inside: false, level: 1 };
  drag.lift(['Billing'], 'keyboard', null);
  drag.aimAt({ place, refusal: null }, null);
  refusal = 'The place is gone.';
  drag.drop();
  expect(dropped).toEqual([]);
  expect(announcements.get().text).toBe('Not moved. The place is gone.');

  drag.lift(['Billing'], 'pointer', null);
  drag.aimAt({ place, refusal: null }, { x: 1, y: 1 });
  drag.aimAt({ place, refusal }, { x: 1, y: 1 });
  expect(drag.state.get()?.aim?.refusal).toBe(refusal);
});
