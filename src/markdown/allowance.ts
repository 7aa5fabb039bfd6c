import type { Env } from 'markdown-it';

const spent = new WeakMap<Env, Record<string, number>>();

/**
 * Charges `cost` to the text's budget. A charge that would exceed it is refused and not counted, so that smaller parts
 * can still follow.
 */
export function takeAllowance(env: Env, kind: string, cost: number, limit: number): boolean {
  const costs = spent.get(env) ?? {};
  const sum = (costs[kind] ?? 0) + cost;
  if (sum > limit) return false;
  spent.set(env, { ...costs, [kind]: sum });
  return true;
}
