// Whether the process of this container can serve; the status says it. A process without the role web answers on its monitor port.
const roles = (process.env.BELLHOP_ROLES || 'web').split(',').map((role) => role.trim());
const port = roles.includes('web') ? process.env.PORT || '9000' : process.env.BELLHOP_MONITOR_PORT || '9100';
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
