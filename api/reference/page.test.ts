import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { listOperations, readContract } from '../contract.ts';
import { toExample } from './examples.ts';
import { html, renderMarkdown, toTitle } from './markup.ts';
import { referencePage } from './page.ts';

const contract = readContract();
const page = referencePage(contract);
const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id ?? '');

describe('the API reference', () => {
  test('describes every operation', () => {
    const operationIds = listOperations(contract).map(({ operation }) => operation.operationId);
    expect(ids).toEqual(expect.arrayContaining(operationIds));
  });

  test('has a unique target for every link', () => {
    const targets = Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, target]) => target ?? '');
    expect([...new Set(targets)].filter((target) => !ids.includes(target))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('needs no script, no inline style and no other host', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle="|\son[a-z]+="/);
    expect(Array.from(page.matchAll(/(?:src|href)="([^#"][^"]*)"/g), ([, address]) => address)).toSatisfy(
      (addresses: string[]) => addresses.every((address) => /^\/(?!\/)/.test(address)),
    );
  });

  test('describes a field’s type and limits', () => {
    const section = page.slice(page.indexOf('id="model-SiteSectionUpdate"'));
    expect(section).toMatch(/<code>condition<\/code>\s*<span class="type">string or null<\/span>/);
    expect(section).toContain('<p class="limits">1 to 1024 characters</p>');
  });

  test('renders no undefined values', () => {
    expect(page).not.toMatch(/\[object |undefined|NaN/);
  });
});

describe('examples', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(contract, 'contract');

  const models = Object.entries(contract.components.schemas).filter(([, schema]) => schema.properties);

  test.each(models.map(([name]) => name))('of %s are valid', (name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const validate = ajv.compile({ $ref: `contract${schema.$ref}` });
    validate(toExample(contract, schema));
    expect(validate.errors ?? []).toEqual([]);
  });
});

describe('markup', () => {
  test('escapes text and keeps markup', () => {
    const { text } = html`<p title="${'"'}">${'<&>'}${html`<b>${1}</b>`}${[false, undefined, 'x']}</p>`;
    expect(text).toBe('<p title="&quot;">&lt;&amp;&gt;<b>1</b>x</p>');
  });

  test('renders the markdown of descriptions', () => {
    const { text } = html`${renderMarkdown('Who **may**\n\n- `read`: <all>\n- none')}`;
    expect(text.replace(/>\s+</g, '><')).toBe(
      '<p>Who <strong>may</strong></p><ul><li><code>read</code>: &lt;all&gt;</li><li>none</li></ul>',
    );
  });

  test('turns tags into titles', () => {
    expect(['team-members', 'api-specs', 'oidc', 'sign-in-policy'].map(toTitle)).toEqual([
      'Team members',
      'API specs',
      'OIDC',
      'Sign-in policy',
    ]);
  });
});
