import { expect, it } from 'vitest';
import type { CustomField } from '#api/generated/types.gen.ts';
import { matrixToRows, parseHeader } from '#src/features/custom-fields/matrix/matrix-file.ts';
import { parseMemberFile } from '#src/features/members/csv/csv-rows.ts';
import { revertHeadings } from '#src/features/members/csv/csv-run.ts';
import { exportHeadings } from '#src/features/members/member-export.ts';
import { columnHeadings, parseRedirectFile } from '#src/features/redirects/redirect-file.ts';
import { formatCsv, parseTable } from '#src/lib/text/csv.ts';

const customField: CustomField = {
  id: 'owner',
  name: 'owner',
  type: 'text',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  urls: { location: '' },
  permissions: { view: true, edit: true },
};

interface ExportedFile {
  name: string;
  /** Each row of headings that an export had, the current one first. */
  headingRows: readonly (readonly string[])[];
  currentHeadings: readonly string[];
  /** The module whose import has to read all of them. */
  reader: string;
  /** The columns of a file that an import does not know, or why it cannot read the file. */
  listProblems: (csv: string) => readonly unknown[];
}

const listMemberProblems = (csv: string) => {
  const file = parseMemberFile(csv);
  return 'problem' in file ? [file.problem] : file.ignored;
};

const exportedFiles: readonly ExportedFile[] = [
  {
    name: 'members',
    headingRows: [
      ['email', 'role', 'sso', 'id', 'name', 'joined', 'last seen', 'spaces', 'teams', 'disabled'],
    ],
    currentHeadings: exportHeadings,
    reader: 'src/features/members/csv/csv-rows.ts',
    listProblems: listMemberProblems,
  },
  {
    name: 'members before an import',
    headingRows: [['email', 'role', 'add to teams', 'leave teams', 'remove']],
    currentHeadings: revertHeadings,
    reader: 'src/features/members/csv/csv-columns.ts',
    listProblems: listMemberProblems,
  },
  {
    name: 'custom fields of spaces',
    headingRows: [['space id', 'space', 'owner']],
    currentHeadings: matrixToRows([], [customField])[0] ?? [],
    reader: 'src/features/custom-fields/matrix/matrix-file.ts',
    listProblems(csv) {
      const { error, ignored } = parseHeader(parseTable(csv), [customField]);
      return error === null ? ignored : [error];
    },
  },
  {
    name: 'redirects',
    headingRows: [['source', 'target', 'append rest', 'status']],
    currentHeadings: columnHeadings,
    reader: 'src/features/redirects/redirect-file.ts',
    listProblems(csv) {
      const file = parseRedirectFile(csv);
      return 'problems' in file ? file.problems : file.ignored;
    },
  },
];

it.each(exportedFiles)('records the headings of an export: $name', ({ name, headingRows, ...file }) => {
  expect(
    file.currentHeadings,
    `The headings of the export “${name}” changed. Add the new ones as the first of its headingRows in src/routes/exported-files.test.ts, and keep reading the former ones: see ${file.reader}.`,
  ).toEqual(headingRows[0]);
});

it.each(exportedFiles.flatMap((file) => file.headingRows.map((headings) => ({ ...file, headings }))))(
  'reads an export again without a question: $name, $headings',
  ({ name, headings, reader, listProblems }) => {
    const cells = headings.map((heading) =>
      heading === 'append rest' ? 'no' : heading === 'status' ? 301 : '',
    );
    expect(
      listProblems(formatCsv([headings, ['x@press.example', ...cells.slice(1)]])),
      `An import no longer reads a file that the export “${name}” made before: see ${reader}.`,
    ).toEqual([]);
  },
);
