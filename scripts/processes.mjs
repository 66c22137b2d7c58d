import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** An error whose message says all that the operator needs. */
export function expected(message) {
  return Object.assign(new Error(message), { expected: true });
}

/** Runs a program on this terminal, passes on the signals that this process gets, and answers its exit status. */
export function runThrough(words, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(words[0], words.slice(1), { stdio: 'inherit', ...options });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const pass = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    const done = () => {
      for (const signal of signals) process.off(signal, pass);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (status, signal) => {
      done();
      resolve(status ?? 128 + constants.signals[signal]);
    });
  });
}

/** Runs a program and answers its status and output. */
export function capture(words, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

/** Runs a program whose output matters only when it fails; then it is shown and `failure` thrown. */
export async function runQuietly(words, options, failure) {
  let result;
  try {
    result = await capture(words, options);
  } catch (error) {
    throw expected(`${failure} (${error.message})`);
  }
  if (result.status === 0) return;
  console.error(result.output.trimEnd());
  throw expected(failure);
}
