import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first: one taken up last would leave the other processors idle. */
const longFiles = [
  'server/interface-fuzz.test.ts',
  'server/model.test.ts',
  'server/resources/site-structure/moves.property.test.ts',
  'server/test/processes/durability.test.ts',
  'server/content-tree/content-move.property.test.ts',
  'server/commands/command-line.test.ts',
  'server/interface-ids.test.ts',
  'server/interface.test.ts',
  'server/two-servers.test.ts',
  'server/interface-lists.test.ts',
];

/** Runs the files of a project one after the other, the long ones first. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the runner, not of an array
    const sorted = await super.sort(files);
    // A worker goes on with what it has loaded only while the next file is of the same project.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longFiles.findIndex((file) => moduleId.endsWith(file));
  return place < 0 ? longFiles.length : place;
}
