import type { RouteData, RouteName, Routes, SuccessEnvelope } from '@bellhop/contract';
import { type RouteSpec, routes } from '@bellhop/contract';

/** What came back, the envelope included. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  /** The whole body, parsed when it is JSON. */
  body: { status: string; data: T; message?: string; error_type?: string; code?: string } & Pick<
    SuccessEnvelope<T>,
    'warnings'
  >;
  data: T;
}

interface CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** Overrides the route's encoding. */
  encoding?: 'form' | 'json';
  headers?: Record<string, string>;
}

/** Calls the product over real HTTP with a cookie jar, as a browser does: cookies and the CSRF header travel by themselves. */
export class ApiClient {
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
  }

  /** Signs in; throws when that is refused. */
  async login(email: string, password: string): Promise<void> {
    const answer = await this.call('auth.login', { body: { email, password } });
    if (answer.status !== 200) throw new Error(`login of ${email} answered ${answer.status}: ${answer.body.message}`);
  }

  /** Calls a route by its name. */
  async call<N extends RouteName>(name: N, options: CallOptions = {}): Promise<Answer<RouteData<Routes[N]>>> {
    const route: RouteSpec = routes[name];
    const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String(options.params?.[key] ?? '')),
    );
    const url = new URL(path, this.address);
    for (const [key, value] of Object.entries(options.query ?? {})) url.searchParams.set(key, String(value));
    const headers: Record<string, string> = { ...options.headers };
    let body: string | FormData | undefined;
    const encoding = options.encoding ?? route.encoding;
    if (options.body instanceof FormData) body = options.body;
    else if (encoding === 'json') {
      headers['content-type'] ??= 'application/json';
      body = JSON.stringify(options.body ?? {});
    } else if (encoding === 'form') {
      headers['content-type'] ??= 'application/x-www-form-urlencoded';
      body = new URLSearchParams(
        Object.entries((options.body ?? {}) as Record<string, unknown>).map(([key, value]) => [
          key,
          value === null ? '' : String(value),
        ]),
      ).toString();
    }
    const response = await this.fetch(url.pathname + url.search, { method: route.method, headers, body });
    const text = await response.text();
    const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { data: text };
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      data: route.bare ? parsed : parsed.data,
    };
  }

  /** Any request, with the jar; redirects are not followed. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader());
    const csrf = this.cookies.get('csrf_token');
    if (csrf && !headers.has('x-csrftoken')) headers.set('x-csrftoken', csrf);
    const response = await fetch(new URL(path, this.address), { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value.join('=') === '')
        this.cookies.delete(name.trim());
      else this.cookies.set(name.trim(), value.join('='));
    }
    return response;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
