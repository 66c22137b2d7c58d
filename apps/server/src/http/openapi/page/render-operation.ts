import { escapeHtml } from '../../../lib/html-escape.ts';
import type { MediaContent, Method, OpenApiDocument, Operation, Parameter, ResponseObject } from '../types.ts';
import { renderInline, renderMarkdown } from './render-markdown.ts';
import { limitText, renderShape, typeText } from './render-shape.ts';

interface Place {
  path: string;
  method: Method;
  operation: Operation;
}

const codeBlock = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** One operation as a part of a page, with an address of its own. */
export function renderOperation({ path, method, operation }: Place, document: OpenApiDocument): string {
  const { operationId: id, summary, description, parameters = [], requestBody } = operation;
  const place = path.startsWith('/') ? path : `Sent to your address`;
  return `<section class="operation" id="${escapeHtml(id)}" aria-labelledby="${escapeHtml(id)}-title">
<h2 id="${escapeHtml(id)}-title"><a href="#${escapeHtml(id)}">${escapeHtml(summary)}</a></h2>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(place)}</code> <span class="id">${escapeHtml(id)}</span></p>
${description ? renderMarkdown(description) : ''}
${renderParameters('Path', parameters, 'path')}${renderParameters('Query', parameters, 'query')}${renderParameters('Headers', parameters, 'header')}
${requestBody ? renderContents(path.startsWith('/') ? 'Body' : 'What is sent', requestBody.content, document) : ''}
${path.startsWith('/') && path !== '/ws' ? `<h3>Example</h3>${codeBlock(curlOf({ path, method, operation }, document))}` : ''}
${renderResponses(operation, document)}
</section>`;
}

function renderParameters(title: string, all: Parameter[], place: Parameter['in']): string {
  const rows = all.filter((one) => one.in === place);
  if (rows.length === 0) return '';
  const list = rows.map(({ name, schema, required, description }) => {
    const limits = limitText(schema);
    return `<li><div class="member"><code class="name">${escapeHtml(name)}</code> <span class="type">${typeText(schema)}</span>${
      required ? '' : ' <span class="optional">optional</span>'
    }</div>${limits ? `<p class="limits">${limits}</p>` : ''}${description ? `<p class="note">${renderInline(description)}</p>` : ''}</li>`;
  });
  return `<h3>${title}</h3><ul class="members">${list.join('')}</ul>`;
}

function renderContents(title: string, content: Record<string, MediaContent>, document: OpenApiDocument): string {
  const types = Object.keys(content);
  const { schema, example } = Object.values(content)[0]!;
  const shape = schema ? renderShape(schema, document.components.schemas) : '';
  const sample =
    title === 'What is sent' ? `<details><summary>Example</summary>${codeBlock(json(example))}</details>` : '';
  return `<h3>${title}</h3><p>As ${types.map((type) => `<code>${type}</code>`).join(' or ')}.</p>${shape}${sample}`;
}

function renderResponses(operation: Operation, document: OpenApiDocument): string {
  const parts: string[] = [];
  const failures: string[] = [];
  for (const [status, response] of Object.entries(operation.responses)) {
    const found = '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1)!]! : response;
    if (Number(status) < 400) parts.push(renderSuccess(status, found, document));
    else if (found['x-codes']) failures.push(renderFailure(status, found['x-codes']));
  }
  const refusals = failures.length > 0 ? `<h3>When it fails</h3><ul class="failures">${failures.join('')}</ul>` : '';
  return parts.join('') + refusals;
}

function renderSuccess(status: string, response: ResponseObject, document: OpenApiDocument): string {
  const isPlain = status === '200' && response.content !== undefined;
  const head = `<h3>Answer ${status}</h3>${isPlain ? '' : `<p>${renderInline(response.description)}</p>`}`;
  const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
  if (!content) return head;
  const example = type === 'application/json' ? json(content.example) : String(content.example);
  const data = content.schema?.properties?.data;
  // The envelope is the same everywhere and told of once.
  const shape = data ?? content.schema;
  const text =
    shape && type === 'application/json'
      ? `<p>${data ? '<code>data</code> is:' : 'The whole body is:'}</p>${renderShape(shape, document.components.schemas)}`
      : '';
  return `${head}${text}<details><summary>Example</summary>${codeBlock(example)}</details>`;
}

function renderFailure(status: string, codes: string[]): string {
  const links = codes.map(
    (code) => `<a href="/api/docs#error-${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a>`,
  );
  return `<li><span class="status">${status}</span> ${links.join(', ')}</li>`;
}

/** A line for the terminal that makes the example's request, with an API key where one is taken. */
function curlOf({ path, method, operation }: Place, document: OpenApiDocument): string {
  const rootUrl = document.servers[0]!.url;
  const { parameters = [], requestBody } = operation;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.in === 'path' && one.name === name)?.example)),
  );
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && one.example !== undefined)
      .map((one) => [one.name, String(one.example)]),
  );
  const lines = [`curl ${quoted(`${rootUrl}${place}${query.size > 0 ? `?${query}` : ''}`)}`];
  if (method !== 'get') lines[0] += ` -X ${method.toUpperCase()}`;
  const ways = operation.security ?? document.security;
  if (ways.some((way) => 'apiKey' in way)) lines.push("-H 'Authorization: Bearer KEY:SECRET'");
  else if (ways.length > 0) lines.push("-b 'bellhop_session=SESSION; csrf_token=TOKEN'");
  if (ways.length > 0 && !ways.some((way) => 'apiKey' in way) && method !== 'get')
    lines.push("-H 'X-CSRFTOKEN: TOKEN'");
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === 'multipart/form-data') lines.push(...multipart(content!));
  else if (content) lines.push(`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(content.example))}`);
  return lines.join(' \\\n  ');
}

function multipart({ schema, example }: MediaContent): string[] {
  const fields = Object.entries((example ?? {}) as Record<string, unknown>).map(
    ([name, value]) => `-F ${quoted(`${name}=${value}`)}`,
  );
  const files = Object.entries(schema?.properties ?? {}).filter(([, member]) => member.contentMediaType);
  return [...fields, ...files.map(([name]) => `-F ${quoted(`${name}=@picture.png`)}`)];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
