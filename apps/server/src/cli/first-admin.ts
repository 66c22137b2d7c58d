import type { OpenProduct } from './open-product.ts';

export type FirstAdmin = NonNullable<OpenProduct['first_admin']>;

/** Shows the administrator that the first start made, whichever command that start was: the password is kept nowhere. */
export function showFirstAdmin(admin: FirstAdmin | null): void {
  if (admin) process.stdout.write(`${adminLines(admin).join('\n')}\n\n`);
}

/** The same as lines, indented to stand among others. */
export function adminLines(admin: FirstAdmin): string[] {
  return [
    '',
    '  The first administrator (shown this once):',
    `    e-mail    ${admin.email}`,
    `    password  ${admin.password ?? '(as BELLHOP_ADMIN_PASSWORD says)'}`,
  ];
}
