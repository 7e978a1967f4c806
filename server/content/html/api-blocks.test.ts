// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { toPlainMarkdown } from '../documents/plain-markdown.ts';
import { parseDocument } from '../links/parse-document.ts';
import { renderTextHtml } from './render-text.ts';
import { joinTextHtml } from './text-html.ts';

const API_METHOD = `{% api-method method="get" host="https://api.owls.example" path="/v1/owls/:id" %}
{% api-method-summary %}
Get an owl
{% endapi-method-summary %}

{% api-method-description %}
Finds **one** owl by its ring.
{% endapi-method-description %}

{% api-method-spec %}
{% api-method-request %}
{% api-method-path-parameters %}
{% api-method-parameter name="id" type="string" required=true %}
Number of the ring
{% endapi-method-parameter %}
{% endapi-method-path-parameters %}

{% api-method-headers %}
{% api-method-parameter name="Authentication" type="string" required=false %}
A token
{% endapi-method-parameter %}
{% endapi-method-headers %}
{% endapi-method-request %}

{% api-method-response %}
{% api-method-response-example httpCode=200 %}
{% api-method-response-example-description %}
The owl was found.
{% endapi-method-response-example-description %}

\`\`\`javascript
{ "name": "Strix" }
\`\`\`
{% endapi-method-response-example %}

{% api-method-response-example httpCode=404 %}
{% api-method-response-example-description %}
No owl has this ring.
{% endapi-method-response-example-description %}

\`\`\`javascript
{ "message": "Not found" }
\`\`\`
{% endapi-method-response-example %}
{% endapi-method-response %}
{% endapi-method-spec %}
{% endapi-method %}
`;

const SWAGGER = `{% swagger baseUrl="https://api.owls.example" path="/v1/owls" method="post" summary="Add an owl" %}
{% swagger-description %}
Needs the right to write.
{% endswagger-description %}

{% swagger-parameter in="header" name="Content-Type" type="String" %}
application/json
{% endswagger-parameter %}

{% swagger-parameter in="body" name="name" type="String" required="true" %}

{% endswagger-parameter %}

{% swagger-response status="201: Created" description="The owl" %}
\`\`\`json
{ "id": 7 }
\`\`\`
{% endswagger-response %}
{% endswagger %}
`;

const AT_ADDRESS = `{% swagger src="https://api.owls.example/openapi.yaml" path="/v1/owls" method="get" %}
[https://api.owls.example/openapi.yaml](https://api.owls.example/openapi.yaml)
{% endswagger %}
`;

function show(markdown: string): { html: string; lines: string[] } {
  const html = joinTextHtml(
    renderTextHtml(markdown),
    () => '',
    ({ label }) => `(${label})`,
  );
  const text = html
    .replaceAll('&quot;', '"')
    .replaceAll(/<\/(?:p|div|pre|code)>/g, '$&\n')
    .replaceAll(/<[^>]*>/g, '');
  const lines = text.split('\n').map((line) => line.trim());
  return { html, lines: lines.filter((line) => line !== '') };
}

describe('an operation that is written by hand', () => {
  it('shows its request, parameters by their places, and responses', () => {
    const { html, lines } = show(API_METHOD);
    expect(html).not.toContain('{%');
    expect(html.match(/api-part/g)).toHaveLength(1);
    expect(lines).toEqual([
      'GET https://api.owls.example/v1/owls/:id',
      'Get an owl',
      'Finds one owl by its ring.',
      '(pathParameters)',
      'id*',
      'string',
      'Number of the ring',
      '(headers)',
      'Authentication',
      'string',
      'A token',
      '(response) 200',
      'The owl was found.',
      '{ "name": "Strix" }',
      '(response) 404',
      'No owl has this ring.',
      '{ "message": "Not found" }',
    ]);
  });

  it('shows the same in its newer form', () => {
    const { html, lines } = show(SWAGGER);
    expect(html.match(/api-part/g)).toHaveLength(1);
    expect(lines).toEqual([
      'POST https://api.owls.example/v1/owls',
      'Add an owl',
      'Needs the right to write.',
      'Content-Type',
      'String, header',
      'application/json',
      'name*',
      'String, body',
      '(response) 201: Created',
      'The owl',
      '{ "id": 7 }',
    ]);
  });

  it('is text on paper and for programs', () => {
    const text = toPlainMarkdown(API_METHOD);
    expect(text).not.toContain('{%');
    expect(text).toContain('**GET https://api.owls.example/v1/owls/:id**');
    expect(text).toContain('**Path parameters**');
    expect(text).toContain('**id\\* string**');
    expect(text).toContain('{ "message": "Not found" }');
    expect(toPlainMarkdown(SWAGGER)).toContain('**Response 201: Created The owl**');
  });

  it('is the operation of a specification where it has an address', () => {
    expect(show(AT_ADDRESS).html).toContain('GET /v1/owls');
    expect(
      parseDocument(AT_ADDRESS).links.map(({ href, specification }) => [href, specification?.path]),
    ).toEqual([
      ['https://api.owls.example/openapi.yaml', undefined],
      ['https://api.owls.example/openapi.yaml GET /v1/owls', '/v1/owls'],
    ]);
  });
});
