import { formFields, isForm, isJson } from './example-values.ts';
import type { SampleView } from './reference-view.ts';
import { isObject } from './spec-source.ts';

/** A request with everything that it needs, as samples show it. Texts are as sent, not encoded for any language. */
export interface SampleRequest {
  /** In upper case. */
  method: string;
  /** Without the query. */
  url: string;
  query: [string, string][];
  headers: [string, string][];
  cookies: [string, string][];
  /** User name and password are sent by HTTP Basic. */
  isBasic: boolean;
  body?: SampleBody;
}

export interface SampleBody {
  type: string;
  /** As the specification shows it. */
  text: string;
  /** The same parsed, where it is JSON or a form. */
  value?: unknown;
}

/** The placeholders for secrets; the same in all languages. */
export const PLACEHOLDERS = { token: 'YOUR_TOKEN', key: 'YOUR_KEY', user: 'USER', password: 'PASSWORD' };

/** The allowed name of a header: curl reads `@name` as a file. */
const HEADER = /^[!#$%&'*+.^`|~\w-]+$/;

/** A request in each language. The titles are the names of the tabs, which readers choose for the whole site. */
export function writeSamples(written: SampleRequest): SampleView[] {
  const request = { ...written, headers: written.headers.filter(([name]) => HEADER.test(name)) };
  return [
    { title: 'cURL', language: 'bash', text: writeCurl(request) },
    { title: 'JavaScript', language: 'javascript', text: writeFetch(request) },
    { title: 'Python', language: 'python', text: writePython(request) },
  ];
}

function wholeUrl({ url, query }: SampleRequest): string {
  if (query.length === 0) return url;
  const pairs = query.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`);
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** Encodes what would end a value; what people read well, such as `:` and `,`, stays. */
function encodeQuery(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%2F', '/');
}

function allHeaders({ headers, cookies, body }: SampleRequest, withType: boolean): [string, string][] {
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  return [
    ...headers,
    ...(cookie === '' ? [] : [['Cookie', cookie] satisfies [string, string]]),
    ...(withType && body ? [['Content-Type', body.type] satisfies [string, string]] : []),
  ];
}

const isMultipart = (body: SampleBody | undefined): boolean =>
  body !== undefined && isObject(body.value) && /^multipart\//i.test(body.type);

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A field of a form. What curl would take for the name of a file to send stays a text. */
function curlField([name, value]: [string, string], isMultipart: boolean): string {
  if (!isMultipart) return `--data-urlencode ${shellQuote(`${encodeQuery(name)}=${value}`)}`;
  return `${/^[@<]/.test(value) ? '--form-string' : '-F'} ${shellQuote(`${name}=${value}`)}`;
}

function writeCurl(request: SampleRequest): string {
  const { method, body, isBasic } = request;
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  const first = method === 'HEAD' ? 'curl -I' : isImplied ? 'curl' : `curl -X ${method}`;
  const url = wholeUrl(request);
  const lines = [
    // Curl would read brackets as a range of addresses.
    `${first}${/[[\]{}]/.test(url) ? ' -g' : ''} ${shellQuote(url)}`,
    ...(isBasic ? [`-u ${shellQuote(`${PLACEHOLDERS.user}:${PLACEHOLDERS.password}`)}`] : []),
    ...allHeaders(request, !isMultipart(body)).map(
      ([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`,
    ),
  ];
  if (body && isForm(body.type) && isObject(body.value)) {
    lines.push(...formFields(body.value).map((field) => curlField(field, isMultipart(body))));
  } else if (body) lines.push(`${body.text.startsWith('@') ? '--data-raw' : '-d'} ${shellQuote(body.text)}`);
  return lines.join(' \\\n  ');
}

/** A text of JavaScript, in single quotes where it needs no escapes. */
function scriptText(text: string): string {
  return /['\\\p{Cc}\u2028\u2029]/u.test(text) ? JSON.stringify(text) : `'${text}'`;
}

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

function writeFetch(request: SampleRequest): string {
  const { method, body, isBasic } = request;
  const authorization = `Basic \${btoa('${PLACEHOLDERS.user}:${PLACEHOLDERS.password}')}`;
  const headers = [
    ...(isBasic ? [`Authorization: \`${authorization}\``] : []),
    ...allHeaders(request, !isMultipart(body) && !isUrlEncoded(body)).map(
      ([name, value]) => `${scriptName(name)}: ${scriptText(value)}`,
    ),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((line) => `    ${line},`), '  },']),
    ...(body ? [`  body: ${indent(scriptBody(body), '  ')},`] : []),
  ];
  const url = scriptText(wholeUrl(request));
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join('\n')}\n})`;
  const end = method === 'HEAD' ? 'console.log(response.status);' : 'console.log(await response.json());';
  return `${scriptForm(body)}const response = await ${call};\n${end}`;
}

const isUrlEncoded = (body: SampleBody | undefined): boolean =>
  body !== undefined && isObject(body.value) && isForm(body.type) && !isMultipart(body);

/** The code that fills a form before it is sent. */
function scriptForm(body: SampleBody | undefined): string {
  if (!isMultipart(body)) return '';
  const fields = formFields(body?.value).map(
    ([name, value]) => `form.append(${scriptText(name)}, ${scriptText(value)});\n`,
  );
  return `const form = new FormData();\n${fields.join('')}\n`;
}

function scriptBody(body: SampleBody): string {
  if (isMultipart(body)) return 'form';
  if (isUrlEncoded(body)) {
    const fields = formFields(body.value).map(
      ([name, value]) => `  ${scriptName(name)}: ${scriptText(value)},\n`,
    );
    return `new URLSearchParams({\n${fields.join('')}})`;
  }
  if (isJson(body.type) && body.value !== undefined) return `JSON.stringify(${body.text})`;
  return scriptText(body.text);
}

function scriptName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : scriptText(name);
}

function writePython(request: SampleRequest): string {
  const { method, url, query, body, isBasic, cookies, headers } = request;
  const isKnown = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method);
  const hasOwnType =
    body !== undefined && !isForm(body.type) && !(isJson(body.type) && body.value !== undefined);
  const sentHeaders: [string, string][] = hasOwnType ? [...headers, ['Content-Type', body.type]] : headers;
  const parts = [
    ...(isKnown ? [] : [pythonText(method)]),
    pythonText(url),
    ...(query.length === 0 ? [] : [`params=${pythonPairs(query)}`]),
    ...(sentHeaders.length === 0 ? [] : [`headers=${pythonPairs(sentHeaders)}`]),
    ...(cookies.length === 0 ? [] : [`cookies=${pythonPairs(cookies)}`]),
    ...(isBasic ? [`auth=(${pythonText(PLACEHOLDERS.user)}, ${pythonText(PLACEHOLDERS.password)})`] : []),
    ...(body ? [pythonBody(body)] : []),
  ];
  const name = isKnown ? method.toLowerCase() : 'request';
  const end = method === 'HEAD' ? 'print(response.status_code)' : 'print(response.json())';
  const lines = parts.map((part) => `    ${indent(part, '    ')},`);
  return `import requests\n\nresponse = requests.${name}(\n${lines.join('\n')}\n)\n${end}`;
}

/** JSON writes texts as Python reads them. */
function pythonText(text: string): string {
  return JSON.stringify(text);
}

function pythonPairs(pairs: readonly [string, string][]): string {
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  if (isRepeated)
    return `[${pairs.map(([name, value]) => `(${pythonText(name)}, ${pythonText(value)})`).join(', ')}]`;
  return `{${pairs.map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`).join(', ')}}`;
}

function pythonBody({ type, text, value }: SampleBody): string {
  if (isForm(type) && isObject(value)) {
    const name = /^multipart\//i.test(type) ? 'files' : 'data';
    const fields = formFields(value);
    return name === 'data'
      ? `data=${pythonPairs(fields)}`
      : `files={${fields.map(([field, content]) => `${pythonText(field)}: (None, ${pythonText(content)})`).join(', ')}}`;
  }
  if (isJson(type) && value !== undefined) return `json=${pythonValue(value, '')}`;
  return `data=${pythonText(text)}`;
}

/** Lists of simple values that are shorter stay on one line. */
const MAX_LINE_LENGTH = 60;

function pythonValue(value: unknown, margin: string): string {
  const inner = `${margin}    `;
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) {
    const isSimple = value.every((item) => typeof item !== 'object' || item === null);
    const line = `[${value.map((item) => pythonValue(item, '')).join(', ')}]`;
    if (value.length === 0 || (isSimple && line.length <= MAX_LINE_LENGTH)) return line;
    return `[\n${value.map((item) => `${inner}${pythonValue(item, inner)},\n`).join('')}${margin}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  const lines = members.map(([name, item]) => `${inner}${pythonText(name)}: ${pythonValue(item, inner)},\n`);
  return `{\n${lines.join('')}${margin}}`;
}
