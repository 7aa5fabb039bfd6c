import { blocks, facts, link, md, moment } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const beeminder: Tool = {
  title: 'Beeminder',
  payloads: recorded('https://help.beeminder.com/article/70-webhooks'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const goal = payload.at('goal');
  const slug = goal.text('slug');
  const pledge = goal.any('pledge');
  const shown = link(slug, goal.any('graph_url'));
  const details = facts({
    Due: goal.any('limsum', 'limsumdate'),
    Pledge: pledge === '' ? '' : `${pledge} USD`,
    'Ends off track': moment(goal.any('losedate')),
    State: goal.any('headsum'),
  });
  return { topic: slug, text: blocks(md`The goal ${shown}: ${goal.any('title')}`, details) };
}
