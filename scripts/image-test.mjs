// Runs the steps of the Dockerfile without a container engine: each stage in an empty root of its own, into which only this machine's
// system folders are mounted, read-only, then the health check while the image's command runs as its user. It proves that what is copied
// and installed is enough to serve; not the base image, which is this machine's Debian and Node instead. Linux and root only.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isIgnored, readDockerfile } from './dockerfile.mjs';

const system = ['usr', 'bin', 'lib', 'lib64', 'sbin'];
const own = join(dirname(dirname(process.execPath)));
const user = { id: '1000', name: 'node' };

/** @param {string} root */
export async function run(root) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.log('skip   the image: its steps are run as root on Linux alone');
    return 0;
  }
  const work = mkdtempSync(join(tmpdir(), 'bellhop-image-'));
  try {
    const context = join(work, 'context');
    copyContext(root, context);
    const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
    /** @type {Map<string, string>} */
    const roots = new Map();
    let last = {
      root: '',
      cwd: '/',
      env: /** @type {Record<string, string>} */ ({}),
      user: 'root',
      steps: stages[0]?.steps ?? [],
    };
    for (const [index, stage] of stages.entries()) {
      const target = join(work, `root-${index}`);
      emptyRoot(target);
      if (stage.name) roots.set(stage.name, target);
      last = build(stage, { target, context, roots });
    }
    await serve(last);
    console.log('ok     the image: its steps end in a desk that answers /health with 200, not as root');
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** What is under version control, or new, and not left out by .dockerignore. */
function copyContext(root, context) {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\n').filter(Boolean)) {
    if (isIgnored(patterns, path) || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(context, path)), { recursive: true });
    cpSync(join(root, path), join(context, path));
  }
}

function emptyRoot(target) {
  for (const name of [...system, 'proc', 'dev', 'tmp', 'etc/ssl', 'opt/node', 'root', `home/${user.name}`]) {
    mkdirSync(join(target, name), { recursive: true });
  }
  writeFileSync(
    join(target, 'etc/passwd'),
    `root:x:0:0::/root:/bin/sh\n${user.name}:x:${user.id}:${user.id}::/home/${user.name}:/bin/sh\n`,
  );
  writeFileSync(join(target, 'etc/group'), `root:x:0:\n${user.name}:x:${user.id}:\n`);
  for (const name of ['resolv.conf', 'hosts', 'nsswitch.conf']) {
    if (existsSync(`/etc/${name}`)) cpSync(`/etc/${name}`, join(target, 'etc', name), { dereference: true });
  }
  execFileSync('chmod', ['1777', join(target, 'tmp')]);
  execFileSync('chown', [`${user.id}:${user.id}`, join(target, `home/${user.name}`)]);
}

/** Runs a stage's steps; answers where it got to. */
function build(stage, { target, context, roots }) {
  const state = {
    root: target,
    cwd: '/',
    env: /** @type {Record<string, string>} */ ({}),
    user: 'root',
    steps: stage.steps,
  };
  for (const { word, rest, flags } of stage.steps) {
    const started = performance.now();
    if (word === 'WORKDIR') {
      state.cwd = resolve(state.cwd, rest);
      mkdirSync(join(target, state.cwd), { recursive: true });
    } else if (word === 'ENV') {
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) state.env[name] = value;
    } else if (word === 'USER') {
      state.user = rest;
    } else if (word === 'COPY') {
      const [from = '', to = ''] = rest.split(/\s+/);
      const source = flags.from ? join(roots.get(flags.from) ?? '', from) : join(context, from);
      cpSync(source, join(target, resolve(state.cwd, to)), { recursive: true, verbatimSymlinks: true });
    } else if (word === 'RUN') {
      const [program, args] = inRoot(state, ['/bin/sh', '-c', rest]);
      execFileSync(program, args, { env: environment(state), stdio: ['ignore', 'inherit', 'inherit'] });
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (!['VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD'].includes(word)) console.log(`  ${word} ${rest} (${seconds} s)`);
  }
  return state;
}

/** How this machine reaches the registry, where that takes more than the network. */
const passed = ['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
const network = Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

function environment(state, more = {}) {
  const home = state.user === 'root' ? '/root' : `/home/${state.user}`;
  return {
    PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: home,
    CI: 'true',
    ...network,
    ...state.env,
    ...more,
  };
}

/** A command in the root, with mounts that end with it. */
function inRoot({ root, cwd, user: who }, words) {
  const mounts = system.map(
    (name) =>
      `[ -e /${name} ] && mount --rbind /${name} ${root}/${name} && mount -o remount,bind,ro ${root}/${name} || true`,
  );
  const script = [
    ...mounts,
    `mount --rbind ${own} ${root}/opt/node`,
    `mount --rbind /etc/ssl ${root}/etc/ssl`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t proc proc ${root}/proc`,
    `cd ${root}`,
    `exec chroot ${who === 'root' ? '' : `--userspec=${user.id}:${user.id}`} ${root} /bin/sh -c 'cd "$0" && exec "$@"' ${cwd} "$@"`,
  ].join('\n');
  return ['unshare', ['--mount', '--pid', '--fork', '--kill-child', '/bin/sh', '-ec', script, 'image', ...words]];
}

/** Runs the image's command on free ports and asks its own health check until that is content. */
async function serve(state) {
  const step = (word) => state.steps.find((one) => one.word === word)?.rest ?? '';
  const words = (text) => JSON.parse(/\[.*\]/.exec(text)?.[0] ?? 'null');
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const more = {
    PORT: port,
    BELLHOP_LOCAL_SMTP_PORT: '0',
    BELLHOP_ADMIN_PASSWORD: `Image-${randomBytes(8).toString('hex')}-1`,
  };
  if (state.user === 'root') throw new Error('the image runs as root');
  const [program, args] = inRoot(state, words(step('CMD')));
  const running = spawn(program, args, {
    env: environment(state, more),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => running.on('exit', resolve));
  try {
    for (let tries = 0; ; tries += 1) {
      const [checker, checkArgs] = inRoot(state, words(step('HEALTHCHECK')));
      const check = spawn(checker, checkArgs, { env: environment(state, more), stdio: 'inherit' });
      const status = await new Promise((resolve) => check.on('exit', resolve));
      if (status === 0) break;
      if (running.exitCode !== null || tries > 120) throw new Error('the desk out of the image does not answer');
      await pause(500);
    }
    const { status } = await fetch(`http://127.0.0.1:${port}/`);
    if (status !== 200) throw new Error(`the login page answers with ${status}`);
  } finally {
    // The whole group: what runs inside has given up root, and does not go when its parent does.
    process.kill(-Number(running.pid), 'SIGTERM');
    await ended;
  }
}
