/// <reference types="vite/client" />

declare module 'virtual:contract' {
  import type * as contract from '@bellhop/contract';

  /** Method, path, encoding, and whether the answer comes without the envelope (1) or in it (0). */
  export type RouteRow = readonly [
    method: contract.RouteSpec['method'],
    path: string,
    encoding: contract.Encoding,
    bare: 0 | 1,
  ];
  export const routes: Readonly<Partial<Record<contract.RouteName, RouteRow>>>;
  export const sortOptions: typeof contract.sortOptions;
  export const defaultStatusNames: typeof contract.defaultStatusNames;
  export const availabilityStatuses: typeof contract.availabilityStatuses;
  export const macroActionPermissions: typeof contract.macroActionPermissions;
}

declare module 'virtual:contract-later' {
  /** The routes that `virtual:contract` leaves out. */
  export const routes: typeof import('virtual:contract').routes;
}
