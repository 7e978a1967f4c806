/** Dragging and scrolling by touch. */
import { expect, type Locator, type Page } from '@playwright/test';
import { treeRow, announcement } from './site-structures.ts';

interface Point {
  x: number;
  y: number;
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  return box;
}

/** Long-presses the handle of a row and drags it to the upper edge of another one; `drop` releases it. */
export async function dragByTouch(page: Page, title: string, target: string) {
  const from = await boxOf(treeRow(page, title));
  const to = await boxOf(treeRow(page, target));
  const grip = { x: from.x + 14, y: from.y + from.height / 2 };
  return dragPoint(page, { grip, picked: title, to, x: grip.x });
}

/** The same from a grip elsewhere on the page; `picked` is what is announced. */
export async function dragInByTouch(page: Page, grip: Locator, picked: string, target: string) {
  const from = await boxOf(grip);
  const to = await boxOf(treeRow(page, target));
  const center = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  return dragPoint(page, { grip: center, picked, to, x: to.x + 40 });
}

async function dragPoint(
  page: Page,
  { grip, picked, to, x }: { grip: Point; picked: string; to: { y: number; height: number }; x: number },
) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [grip]);
  await expect(announcement(page)).toHaveText(`Picked up ${picked}.`);
  for (const part of [0.7, 0.4, 0.1]) await touch('touchMove', [{ x, y: to.y + to.height * part }]);
  return { drop: () => touch('touchEnd', []) };
}

/** Swipes upwards over the middle of an element. */
export async function swipeUp(page: Page, element: Locator, distance: number): Promise<void> {
  const { x, y, width, height } = await boxOf(element);
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (moved: number) => [{ x: x + width / 2, y: y + height / 2 - moved }];
  await touch('touchStart', at(0));
  for (let moved = 20; moved <= distance; moved += 20) await touch('touchMove', at(moved));
  await touch('touchEnd', []);
}
