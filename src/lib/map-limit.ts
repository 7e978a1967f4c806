/**
 * Like `Promise.all(items.map(act))`, but with only so many under way at a time, so that two hundred look-ups do not
 * become two hundred requests at once. The first failure rejects, and nothing further is begun.
 */
export async function mapLimit<Item, Answer>(
  items: readonly Item[],
  concurrency: number,
  act: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const results: Answer[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  return results;
}
