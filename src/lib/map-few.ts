/**
 * Like `Promise.all(items.map(act))`, but with only so many under way at a time, so that two hundred look-ups do not
 * become two hundred requests at once. The first failure rejects, and nothing further is begun.
 */
export async function mapFew<Item, Answer>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) answers[index] = await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return answers;
}
