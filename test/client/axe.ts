import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

interface Scope {
  /** A part of the page, where the rest was looked at already. */
  within?: string;
  /** Rules by their ids; without them all are applied. */
  rules?: readonly string[];
}

/** What a page does that keeps somebody from using it, a line each. */
export async function findViolations(page: Page, { within = 'html', rules }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  // All that is right would take longer to bring here than to find.
  const run = `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}
