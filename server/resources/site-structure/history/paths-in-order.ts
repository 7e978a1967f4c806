import { uniqueName } from '#server/sites/names-from-titles.ts';

interface WithPath {
  id: string;
  path: string;
}

/**
 * The paths to set in a list, each once nothing else has it. Where items wait for each other, one is put aside first. Pure.
 *
 * @param list the items with their paths
 * @param wanted the paths that items are to get
 */
export function pathsInOrder(list: readonly WithPath[], wanted: readonly WithPath[]): WithPath[] {
  const held = new Map(list.map(({ id, path }) => [id, path]));
  // By their paths, because each step asks for many.
  const holders = new Map(list.map(({ id, path }) => [path, id]));
  const steps: WithPath[] = [];
  const set = (step: WithPath) => {
    holders.delete(held.get(step.id) ?? '');
    held.set(step.id, step.path);
    holders.set(step.path, step.id);
    steps.push(step);
  };
  let waiting = wanted.filter(({ id, path }) => held.get(id) !== path);
  while (waiting.length > 0) {
    const free = waiting.find(({ path }) => !holders.has(path));
    const [first] = waiting;
    if (free) {
      set(free);
      waiting = waiting.filter((each) => each !== free && held.get(each.id) !== each.path);
    } else if (first) {
      set({ id: holders.get(first.path) ?? first.id, path: uniqueName(first.path, held.values()) });
    }
  }
  return steps;
}
