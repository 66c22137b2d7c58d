import pg from 'pg';

/** A node of a plan as PostgreSQL writes it in JSON. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A statement that ran, with the plan that it ran by, whoever sent it: the product, a trigger, a function. */
export interface RanStatement {
  text: string;
  plan: PlanNode;
}

/** Makes every new connection to a database say by what plan each of its statements ran. Needs a superuser. */
export async function explainEverything(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_parameter_max_length': '0',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  // Loaded here, so that the names of its settings are known.
  await client.query("load 'auto_explain'");
  for (const [setting, value] of Object.entries(settings)) {
    await client.query(`alter database ${name} set ${setting} = '${value}'`);
  }
  await client.end();
}

/** Collects what ran on the connections of a pool since it was last asked. */
export function watchPlans(pool: pg.Pool): () => RanStatement[] {
  let ran: RanStatement[] = [];
  const heard = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (!/^duration: .* plan:/.test(message) || at === -1) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at)) as {
        'Query Text': string;
        Plan: PlanNode;
      };
      ran.push({ text, plan });
    });
  });
  return () => {
    const taken = ran;
    ran = [];
    return taken;
  };
}

/** What a statement may read that it does not answer: a page's worth, and so many rows for each that it answers. */
const freeRows = 1_500;
const rowsForOne = 30;

/**
 * What is wrong with a statement on tables that grow with the desk: they are read from one end to the other, or far more of their rows are read than it
 * answers or changes. Null when nothing is.
 */
export function faultOf({ text, plan }: RanStatement, isBig: (table: string) => boolean): string | null {
  const reads = nodesOf(plan).filter((node) => node['Relation Name'] && isBig(node['Relation Name']));
  const said = `${text}\n${JSON.stringify(plan, null, 1)}`;
  const whole = reads.find((node) => node['Node Type'] === 'Seq Scan' && readBy(node) > 0);
  if (whole) return `${whole['Relation Name']} is read as a whole: ${said}`;
  const read = reads.reduce((sum, node) => sum + readBy(node), 0);
  const written = nodesOf(plan).filter((node) => node['Node Type'] === 'ModifyTable');
  const answered = Math.max(
    plan['Actual Rows'],
    ...written.flatMap(({ Plans = [] }) => Plans.map((child) => child['Actual Rows'] * child['Actual Loops'])),
  );
  if (read > freeRows + rowsForOne * answered) return `${read} rows are read for ${answered}: ${said}`;
  return null;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function readBy(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return each * node['Actual Loops'];
}
