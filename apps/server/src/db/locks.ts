/**
 * THE list of advisory locks: every number that the product locks by, so that no two uses share one by accident. A number is the
 * whole key, the first of two keys (the second names what is locked), or the seed of a hash that makes the key.
 */
export const locks = {
  /** Whole key: one process migrates. */
  migration: 711_202_611,
  /** Whole key: numbers of the change log become visible in their order. */
  change_log: 711_202_612,
  /** First of two: login attempts of one network address. */
  login_address: 711_202_613,
  /** First of two: login attempts on one account. */
  login_account: 711_202_614,
  /** First of two: taking in the mail of one inbox. */
  mail_intake: 711_202_615,
  /** Seed: arrivals of one mail, by its Message-ID. */
  message_id: 711_202_616,
  /** Seed: starts of one conversation by an agent, by its uuid. */
  conversation_start: 711_202_617,
  /** Whole key: names of roles differ in more than their case. */
  role_names: 711_202_618,
  /** Whole key: names of teams differ in more than their case. */
  team_names: 711_202_620,
  /** Whole key: teams that assign by themselves choose one agent at a time. */
  assignment: 711_202_634,
  /** Whole key: the desk keeps an enabled Admin. */
  last_admin: 711_202_619,
  /** First of two: what waits for one agent, by mail or push. */
  notifications: 711_202_626,
  /** First of two: wrong API keys of one network address. */
  wrong_api_keys: 711_202_625,
} as const;
