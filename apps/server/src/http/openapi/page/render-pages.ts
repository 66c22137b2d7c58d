import { type ErrorCode, errorCodes, permissions } from '@bellhop/contract';
import { escapeHtml } from '../../../lib/html-escape.ts';
import type { LanguagePack } from '../../texts.ts';
import { guide } from '../guide.ts';
import { type OpenApiDocument, operationsOf } from '../types.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderOperation } from './render-operation.ts';

type Tag = OpenApiDocument['tags'][number];
type Operations = ReturnType<typeof operationsOf>;

/** The pages at `/api/docs`: the introduction under '', and one of each feature under its name. */
export function renderPages(document: OpenApiDocument, pack: LanguagePack): Map<string, string> {
  const all: Operations = [...operationsOf(document), ...operationsOf({ paths: document.webhooks ?? {} })];
  const byTag = Map.groupBy(all, ({ operation }) => operation.tags[0]!);
  const rootUrl = document.servers[0]!.url;
  const chapters = guide(rootUrl);
  const page = (title: string, current: string, main: string) =>
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Bellhop API</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/api/docs/docs.css">
<script src="/api/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header><a class="home" href="/api/docs">Bellhop API</a> <span class="version">${escapeHtml(document.info.version)}</span> <a class="file" href="/api/v1/openapi.json">openapi.json</a></header>
<div class="columns">
<nav aria-label="Contents"><details class="contents" open><summary>Contents</summary>
<div class="find" hidden><label for="find">Find a call</label><input id="find" type="search" autocomplete="off" spellcheck="false"><p class="none" role="status" hidden>No call is called that.</p></div>
<ul class="chapters">${chapters.map(({ id, title: name }) => `<li><a href="/api/docs#${id}">${escapeHtml(name)}</a></li>`).join('')}<li><a href="/api/docs#errors">Error codes</a></li><li><a href="/api/docs#permissions">Permissions</a></li></ul>
${document.tags.map((tag) => renderGroup(tag, byTag.get(tag.name) ?? [], current)).join('\n')}
</details></nav>
<main id="main" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`;
  const introduction = `<h1>The API of this desk</h1>
<p class="lead">Everything that Bellhop’s own client does, it does by these calls. They are at <code>${escapeHtml(rootUrl)}/api/v1</code>. For programs the same is at <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${chapters.map(({ id, title, text }) => `<section id="${id}"><h2><a href="#${id}">${escapeHtml(title)}</a></h2>${renderMarkdown(text)}</section>`).join('\n')}
${renderErrors(pack)}
${renderPermissions()}`;
  const pages = new Map([['', page('Introduction', '', introduction)]]);
  for (const tag of document.tags) {
    const operations = byTag.get(tag.name) ?? [];
    const main = `<h1>${escapeHtml(tag['x-title'])}</h1><p class="lead">${escapeHtml(tag.description)}</p>
${operations.map((one) => renderOperation(one, document)).join('\n')}`;
    pages.set(tag.name, page(tag['x-title'], tag.name, main));
  }
  return pages;
}

function renderGroup(tag: Tag, operations: Operations, current: string): string {
  const isCurrent = tag.name === current;
  const links = operations.map(
    ({ method, path, operation }) =>
      `<li data-find="${escapeHtml(`${operation.operationId} ${method} ${path} ${operation.summary}`.toLowerCase())}"><a href="/api/docs/${tag.name}#${escapeHtml(operation.operationId)}"><span class="method ${method}">${method.toUpperCase()}</span> <span class="id">${escapeHtml(operation.operationId)}</span></a></li>`,
  );
  return `<details class="group"${isCurrent ? ' open' : ''}><summary>${escapeHtml(tag['x-title'])}</summary><ul><li class="all"><a href="/api/docs/${tag.name}"${isCurrent ? ' aria-current="page"' : ''}>Overview</a></li>${links.join('')}</ul></details>`;
}

function renderErrors(pack: LanguagePack): string {
  const rows = (Object.keys(errorCodes) as ErrorCode[]).map((code) => {
    const { status, error_type } = errorCodes[code];
    return `<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${error_type}</td><td>${escapeHtml(pack[`errors.${code}`] ?? '')}</td></tr>`;
  });
  return `<section id="errors"><h2><a href="#errors">Error codes</a></h2><div class="wide" tabindex="0" role="region" aria-label="Error codes"><table><thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">error_type</th><th scope="col">message</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function renderPermissions(): string {
  const rows = Object.entries(permissions).map(
    ([name, text]) => `<tr><td><code>${name}</code></td><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<section id="permissions"><h2><a href="#permissions">Permissions</a></h2><div class="wide" tabindex="0" role="region" aria-label="Permissions"><table><thead><tr><th scope="col">permission</th><th scope="col">allows</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}
