/** Storage or database failed, not the mail: it is tried again as often as needed, and the failure is not counted against it. */
export class IntakeInterrupted extends Error {
  override name = 'IntakeInterrupted';
}

/** Classes of SQLSTATE that speak of the server, not of the data: connection, conflict, resources, shutdown, system. */
const serverClasses = ['08', '40', '53', '55', '57', '58', 'F0', 'XX'];

/** Whether an error of a transaction is passing trouble with the database. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]+$/.test(code)) return serverClasses.includes(code.slice(0, 2));
  if (/^E[A-Z]+$/.test(code)) return true;
  return /connection terminated|connection error|timeout exceeded when trying to connect|not queryable/i.test(
    error.message,
  );
}
