import type { Env } from 'markdown-it';

const spent = new WeakMap<Env, Record<string, number>>();

/**
 * Whether one text may still have this much of what takes long to make; says no without counting when it exceeds the
 * limit, so that what is smaller can follow.
 */
export function takeAllowance(env: Env, kind: string, cost: number, limit: number): boolean {
  const costs = spent.get(env) ?? {};
  const sum = (costs[kind] ?? 0) + cost;
  if (sum > limit) return false;
  spent.set(env, { ...costs, [kind]: sum });
  return true;
}
