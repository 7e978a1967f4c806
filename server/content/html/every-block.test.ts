// @module-tag without-database
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocks, blockOf } from '#api/blocks/index.ts';
import { toDocument } from '../documents/document-nodes.ts';
import { toPlainMarkdown } from '../documents/plain-markdown.ts';
import { parseText } from '../links/parse-document.ts';
import { renderTextHtml } from './render-text.ts';
import { joinTextHtml } from './text-html.ts';
import { renderTextPreview } from './text-preview.ts';

const around = (name: string, attributes = '', content = 'Lantern') =>
  `{% ${name}${attributes} %}\n${content}\n{% end${name} %}`;
const inBlock = (outer: string, name: string, attributes = '') => around(outer, '', around(name, attributes));
const tabs = inBlock('tabs', 'tab', ' title="One"');
const steps = inBlock('stepper', 'step');
const columns = inBlock('columns', 'column', ' width="40%"');
const updates = inBlock('updates', 'update', ' date="2026-01-31" tags="beta"');
const apiParts = [
  ...['request', 'path-parameters', 'query-parameters', 'headers', 'form-data-parameters', 'body-parameters'],
  ...['parameter', 'response', 'response-example', 'response-example-description'],
].map((part) => `api-method-${part}`);

/** A text with each block, in which `Lantern` is to be seen. */
const samples: Readonly<Record<string, string>> = {
  hint: around('hint', ' style="warning"'),
  tabs,
  tab: tabs,
  stepper: steps,
  step: steps,
  columns,
  column: columns,
  code: around('code', ' title="a.js" lineNumbers="true"', '```js\nLantern\n```'),
  prompt: around('prompt', ' description="Ask"'),
  'content-ref': around('content-ref', ' url="/Lantern"', '[Lantern](/Lantern)'),
  embed: around('embed', ' url="https://video.example/1"'),
  file: around('file', ' src="/files/abc"'),
  updates,
  update: updates,
  openapi: around('openapi', ' src="https://api.example/v1.json" path="/Lantern" method="get"', ''),
  'openapi-operation': '{% openapi-operation spec="api" path="/Lantern" method="get" %}',
  'openapi-schemas': '{% openapi-schemas spec="api" schemas="Lantern" grouped="true" %}',
  swagger: around('swagger', ' method="get" path="/a"'),
  'swagger-description': inBlock('swagger', 'swagger-description'),
  'swagger-parameter': inBlock('swagger', 'swagger-parameter', ' name="a" type="string"'),
  'swagger-response': inBlock('swagger', 'swagger-response', ' status="200"'),
  'api-method': around('api-method', ' method="get" path="/a"'),
  'api-method-summary': inBlock('api-method', 'api-method-summary'),
  'api-method-description': inBlock('api-method', 'api-method-description'),
  'api-method-spec': inBlock('api-method', 'api-method-spec'),
  ...Object.fromEntries(
    apiParts.map((name) => [name, around('api-method', '', inBlock('api-method-spec', name))]),
  ),
  '@mermaid/diagram': '{% @mermaid/diagram content="flowchart LR\n  Lantern --> Light" %}',
  '@github-files/block': '{% @github-files/block url="https://github.com/Lantern/a" %}',
  unknown: around('spotlight'),
};

const names = [...blocks.map(({ name }) => name), '@mermaid/diagram', '@github-files/block', 'unknown'];
const textOf = (html: string) => html.replaceAll(/<[^<>]*>/g, ' ');
const sampleOf = (name: string) => samples[name] ?? '';
const htmlOf = (markdown: string) => joinTextHtml(renderTextHtml(markdown), ({ href }) => ` href="${href}"`);

describe.each(names)('the block %s', (name) => {
  it('is seen by readers', () => {
    const html = htmlOf(sampleOf(name));
    expect(textOf(html)).toContain('Lantern');
    expect(html).not.toContain('{%');
  });

  it('is the same in the preview beside the editor', () => {
    const { html } = renderTextPreview(sampleOf(name));
    expect(joinTextHtml(html, ({ href }) => ` href="${href}"`)).toBe(htmlOf(sampleOf(name)));
  });

  it('is read from the right in such a text', () => {
    const { holds, isContentHidden } = blockOf(name);
    const html = htmlOf(sampleOf(name).replaceAll('Lantern', 'فانوس'));
    expect(html).toContain('فانوس');
    const hasText = (holds === 'blocks' || holds === 'parts') && isContentHidden !== true;
    if (hasText && sampleOf(name).includes('\nLantern\n')) expect(html).toContain(' dir="rtl"');
  });

  it('is in Markdown for programs, without its tags', () => {
    const markdown = toPlainMarkdown(sampleOf(name));
    expect(markdown).toContain('Lantern');
    expect(markdown).not.toContain('{%');
  });

  it('is on paper', () => {
    const printed = JSON.stringify(toDocument(toPlainMarkdown(sampleOf(name))));
    expect(printed).toContain('Lantern');
    expect(printed).not.toContain('{%');
  });

  it('is found by its words', () => {
    expect(parseText(sampleOf(name)).parsed).toContain('Lantern');
  });

  it('shows its change', () => {
    const changed = sampleOf(name).replaceAll('Lantern', 'Beacon');
    expect(toDocument(changed)).not.toEqual(toDocument(sampleOf(name)));
  });
});

it('each block is on the page of the demonstration that shows them', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../seed/skerry/tideline/tideline-guide.md'),
    'utf8',
  );
  for (const name of [...blocks.map((block) => block.name), 'include', 'if', 'else', '@mermaid/diagram'])
    expect(page).toMatch(new RegExp(`\\{% ${name}[ %]`));
});
