/** Dragging tree rows by touch. */
import { expect, type Page } from '@playwright/test';
import { treeRow, announcement } from './site-structures.ts';

/** Long-presses the handle of a row and drags it to the upper edge of another one; `drop` releases it. */
export async function dragByTouch(page: Page, title: string, target: string) {
  const from = await treeRow(page, title).boundingBox();
  const to = await treeRow(page, target).boundingBox();
  if (!from || !to) throw new Error('The rows are not on the page.');
  const gripPoint = { x: from.x + 14, y: from.y + from.height / 2 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [gripPoint]);
  await expect(announcement(page)).toHaveText(`Picked up ${title}.`);
  for (const part of [0.7, 0.4, 0.1])
    await touch('touchMove', [{ x: gripPoint.x, y: to.y + to.height * part }]);
  return { drop: () => touch('touchEnd', []) };
}
