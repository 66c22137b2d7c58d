/**
 * @typedef {{ word: string, rest: string, flags: Record<string, string> }} Instruction
 * @typedef {{ name: string, base: string, steps: Instruction[] }} Stage
 */

/**
 * Reads a Dockerfile of the plain kind that ours is: instructions, comments, lines that go on after a backslash. Throws for an instruction
 * that is not known here, so that none goes untried.
 * @param {string} text
 * @returns {Stage[]}
 */
export function readDockerfile(text) {
  const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD'];
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  /** @type {Stage[]} */
  const stages = [];
  for (const line of lines) {
    const [, word = '', all = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (!known.includes(word)) throw new Error(`a line of the Dockerfile is not understood: ${line}`);
    /** @type {Record<string, string>} */
    const flags = {};
    const rest = all.replace(/^(?:--([a-z-]+)=(\S+)\s+)+/, (found) => {
      for (const [, name, value] of found.matchAll(/--([a-z-]+)=(\S+)/g)) flags[name] = value;
      return '';
    });
    if (word === 'FROM') {
      const [, base = '', name = ''] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
      stages.push({ name, base, steps: [] });
    } else {
      const stage = stages.at(-1);
      if (!stage) throw new Error('the Dockerfile does not begin with FROM');
      stage.steps.push({ word, rest, flags });
    }
  }
  return stages;
}

/**
 * Whether a path of the build context is left out by .dockerignore, of which names, `*.ext` and `**` before a name are understood.
 * @param {string[]} patterns
 * @param {string} path
 */
export function isIgnored(patterns, path) {
  const parts = path.split('/');
  return patterns.some((pattern) => {
    if (pattern.startsWith('**/')) return parts.includes(pattern.slice(3));
    if (pattern.startsWith('*.')) return parts.length === 1 && path.endsWith(pattern.slice(1));
    return parts[0] === pattern;
  });
}
