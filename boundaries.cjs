// Who may import whom; docs/architecture.md tells why. Read by dependency-cruiser (`npm run check`);
// scripts/boundaries.test.ts breaks each rule once and expects its name.
//
// The checker reads TypeScript through @swc/core. Without it, and with TypeScript 7 beside it, it reads no .ts file at all
// and reports success, which the same test notices.

const server = '^apps/server/src';
const web = '^apps/web/src';
const isTest = '[.]test[.]tsx?$';

// A feature may import the rows above its own, never its own row or one below. The two sides differ on purpose: on the
// server a macro acts on conversations, in the client the conversation shows the macro picker.
const order = {
  server: [
    // Every deed is written there, and it knows nobody.
    'activity-log',
    'settings roles business-hours tags statuses priorities custom-attributes media',
    'templates',
    // Mails of the desk itself: an agent's welcome is one.
    'system-mail',
    'users',
    // The first sign-in step asks what the second is.
    'second-factor',
    'teams contacts inboxes auth api-keys drafts',
    'conversations',
    'causes',
    // A rule or a macro applies a policy, asks the customer, hands over.
    'sla csat assignment push',
    'macros',
    'automations',
    'views search reports ai notifications oidc webhooks',
    // What administrators do with agents, and what they see of the system, reaches into all of it.
    'agents system',
  ],
  web: [
    'settings roles business-hours tags statuses priorities custom-attributes media emoji templates',
    'users second-factor',
    'teams contact-search inboxes auth sessions api-keys',
    // Filters name policies.
    'sla',
    'macros ai views csat',
    // Rules in words: where they are set up, and where is told why they ran.
    'rule-words',
    'causes',
    'conversations',
    'search reports automations activity-log palette account contacts notifications new-conversation oidc system agents macro-admin webhooks',
  ],
};
const anyOf = (rows) => rows.join(' ').split(' ').join('|');
const byRow = Object.entries(order).flatMap(([side, rows]) =>
  rows.map((row, index) => ({
    name: `${side}-feature-order-${index}`,
    severity: 'error',
    from: { path: `^apps/${side}/src/features/(${anyOf([row])})/` },
    to: {
      path: `^apps/${side}/src/features/(${anyOf(rows.slice(index))})/`,
      pathNot: `^apps/${side}/src/features/$1/`,
    },
  })),
);

const rule = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('contract-is-a-leaf', { path: '^packages/contract/' }, { path: '^(apps|packages/(?!contract/))' }),
    rule(
      'contract-needs-zod-alone',
      { path: '^packages/contract/', pathNot: isTest },
      { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    ),
    // Whoever installs it has nothing else of the house.
    rule(
      'client-stands-alone',
      { path: '^packages/client/src/', pathNot: isTest },
      { pathNot: '^packages/client/src/' },
    ),
    rule('rules-sees-contract-only', { path: '^packages/rules/' }, { path: '^apps/' }),
    // They run in browsers too.
    rule(
      'packages-run-anywhere',
      { path: '^packages/(contract|rules|client)/src/', pathNot: isTest },
      { dependencyTypes: ['core'] },
    ),
    // By their names, not by ../../../packages.
    rule('packages-by-name', { path: '^apps/' }, { path: '^packages/', dependencyTypes: ['local'] }),
    rule('web-and-server-are-strangers', { path: '^apps/(server|web)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
    rule(
      'adapters-know-no-feature',
      { path: `${server}/(core|http|realtime|jobs|channels|db|lib)/`, pathNot: isTest },
      { path: `${server}/(features|app|cli|demo)/` },
    ),
    rule('kit-knows-no-feature', { path: `${web}/(ui|lib)/` }, { path: `${web}/(features|app)/` }),
    rule(
      'features-do-not-know-app',
      { path: '^apps/(server|web)/src/features/', pathNot: isTest },
      { path: '^apps/$1/src/(app|cli|demo)/' },
    ),
    rule(
      'others-by-their-door',
      { path: '^apps/(server|web)/src/features/([^/]+)/', pathNot: isTest },
      { path: '^apps/$1/src/features/', pathNot: ['^apps/$1/src/features/$2/', '/index[.]tsx?$'] },
    ),
    // The client's router is exempt: it loads pages one by one, which a door would undo.
    rule(
      'app-uses-the-doors',
      { path: `${server}/(app|cli|demo|roles)/`, pathNot: isTest },
      { path: `${server}/features/`, pathNot: '/index[.]ts$' },
    ),
    rule(
      'sql-in-queries-only',
      { path: `${server}/`, pathNot: `(${server}/db/|[.]queries[.]ts$|[.]test[.]ts$)` },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule('handlers-skip-no-layer', { path: '[.]handlers[.]ts$' }, { path: '[.]queries[.]ts$' }),
    rule(
      'product-knows-no-test',
      { path: '^(apps/[^/]+|packages/[^/]+)/src/', pathNot: [isTest, '/fixtures/'] },
      { path: ['^(e2e|bench|scripts|apps/server/test|apps/web/test)/', isTest, '/fixtures/', 'node_modules/vitest/'] },
    ),
    rule('no-cycles', {}, { circular: true }),
    // What cannot be resolved would escape every other rule. Vite's plugins make the virtual ones.
    rule('every-import-resolves', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    ...byRow,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Build output of our own; a package's `dist` must stay in sight.
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
