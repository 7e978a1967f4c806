import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listChecks } from './check.ts';

const text = readFileSync('docs/security.md', 'utf8');
const codeTexts = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

it('names only files that exist', () => {
  const files = [...new Set(codeTexts.filter((code) => /^[\w-]+(\/[\w.-]+)+\.(ts|tsx|yaml)$/.test(code)))];
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const links = [...text.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path = '']) => `docs/${path}`);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});

it('names only commands that exist', () => {
  const commands = codeTexts.flatMap((code) => /^npm run ([\w:-]+)/.exec(code)?.[1] ?? []);
  expect(commands.length).toBeGreaterThan(5);
  const checks = listChecks().map(({ name }) => `check:${name}`);
  expect(commands.filter((command) => !(command in scripts) && !checks.includes(command))).toEqual([]);
  const deep = readFileSync('scripts/test-deep.ts', 'utf8');
  const parts = codeTexts.flatMap((code) => /^npm run test:deep -- ([\w-]+)/.exec(code)?.[1] ?? []);
  expect(parts.filter((part) => !new RegExp(`^  '?${part}'?: \\{$`, 'm').test(deep))).toEqual([]);
});
