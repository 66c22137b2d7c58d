/**
 * What Node is told whenever the product serves. package.json, the Dockerfile and the unit of systemd say the same, as a test compares.
 *
 * The room for new objects: two halves of 8 MB. Node 24 lets it grow to 128 MB (Node 22: 32 MB), beside a heap that holds 60 MB: how much
 * of it happened to be full of garbage was then what the memory of a process told. It costs some 5 % of a web process's processor time.
 */
export const engineFlags = ['--max-semi-space-size=8'];
