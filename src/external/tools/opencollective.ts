import { words } from '../forge.ts';
import { blocks, facts, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

export const opencollective: Tool = {
  title: 'Open Collective',
  payloads: documented('https://docs.opencollective.com/help/collectives/collective-settings/integrations'),
  eventOf: inField('type'),
  events: {
    'collective.expense.*': writeExpense,
    'collective.update.*': writeUpdate,
    '*': writeOther,
  },
};

/** An amount, whose unit is the hundredth of a currency. */
function amountOf(part: Payload): string {
  const formatted = part.any('formattedAmount', 'formattedAmountWithInterval');
  const cents = Number(part.any('amount'));
  if (formatted !== '' || !Number.isFinite(cents) || part.any('amount') === '') return formatted;
  return `${(cents / 100).toFixed(2)} ${part.any('currency')}`.trim();
}

function writeExpense(payload: Payload, event: string): ToolMessage {
  const expense = payload.at('data.expense');
  const number = expense.any('id', 'legacyId');
  const title = [number === '' ? '' : `#${number}`, expense.any('description')].filter(Boolean).join(' ') || 'expense';
  const actor = payload.any('data.user.name', 'data.fromCollective.name', 'data.payee.name') || 'Somebody';
  const verb = words(event.slice('collective.expense.'.length));
  return {
    topic: `expense ${title}`,
    text: blocks(md`${actor}: expense ${title} ${verb}.`, facts({ Amount: amountOf(expense) })),
  };
}

function writeUpdate(payload: Payload, event: string): ToolMessage {
  const update = payload.at('data.update');
  const title = update.any('title') || 'Update';
  const verb = words(event.slice('collective.update.'.length));
  return {
    topic: title,
    text: blocks(
      md`The update ${link(title, payload.any('data.url'))} was ${verb}.`,
      quote(update.any('markdown', 'summary')),
    ),
  };
}

function writeOther(payload: Payload, event: string): ToolMessage {
  const data = payload.at('data');
  const who = data.any('member.memberCollective.name', 'fromCollective.name', 'user.name') || 'Somebody';
  const page = data.any('member.memberCollective.slug', 'fromCollective.slug');
  const url = /^[\w-]+$/.test(page) ? `https://opencollective.com/${page}` : '';
  const amount = amountOf(data.at('order')) || amountOf(data.at('transaction'));
  const to = data.any('collective.name', 'toCollective.name') || 'Open Collective';
  const details = facts({
    Amount: amount,
    Tier: data.any('order.tier.name', 'tier.name'),
    Role: words(data.any('member.role')),
  });
  return { topic: to, text: blocks(md`${link(who, url)}: ${words(event.replace(/^collective\./, ''))}.`, details) };
}
