/**
 * What Node is told whenever the product serves. package.json, the Dockerfile and the unit of systemd say the same, as a test compares;
 * the command line sees to it itself.
 *
 * The room for new objects: two halves of 8 MB. Node 24 lets it grow to 128 MB (Node 22: 32 MB), beside a heap that holds 60 MB: how much
 * of it happened to be full of garbage was then what the memory of a process told. It costs some 5 % of a web process's processor time.
 */
export const engineFlags = ['--max-semi-space-size=8'];

/**
 * Puts an engine with the flags in the place of this one: `npx bellhop start` has no room for them, and an engine that runs takes no other
 * size. It is the same process with the same number, so there is nothing more to stop. Returns where somebody has chosen that size, and
 * where it cannot be done: on Windows, and below a parent that talks with this process, whose messages it would not get.
 */
export function startAnewWithFlags(): void {
  const { execPath, execArgv, env, platform, execve } = process;
  const told = [...execArgv, env.NODE_OPTIONS].join(' ');
  if (/semi[-_]space/.test(told) || process.connected || platform === 'win32' || !execve) return;
  execve(execPath, [execPath, ...execArgv, ...engineFlags, ...process.argv.slice(1)], env);
}
