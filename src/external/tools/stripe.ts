import { listed, words, wordsIn } from '../forge.ts';
import {
  blocks,
  bold,
  bullets,
  changed,
  facts,
  firstLine,
  link,
  type Markdown,
  md,
  nothing,
  time,
} from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { timedHmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The pages of Stripe's dashboard for kinds of objects. */
const pages: Readonly<Record<string, string>> = {
  account: 'connect/accounts',
  charge: 'payments',
  customer: 'customers',
  dispute: 'disputes',
  invoice: 'invoices',
  payment_intent: 'payments',
  payout: 'payouts',
  product: 'products',
  subscription: 'subscriptions',
};

const families = [
  'account.*',
  'application_fee.*',
  'balance.*',
  'billing.*',
  'billing_portal.*',
  'capability.*',
  'cash_balance.*',
  'charge.*',
  'checkout.*',
  'climate.*',
  'coupon.*',
  'credit_note.*',
  'customer.*',
  'customer_cash_balance_transaction.*',
  'entitlements.*',
  'file.*',
  'financial_connections.*',
  'identity.*',
  'invoice.*',
  'invoice_payment.*',
  'invoiceitem.*',
  'issuing_*',
  'mandate.*',
  'payment_intent.*',
  'payment_link.*',
  'payment_method.*',
  'payout.*',
  'person.*',
  'plan.*',
  'price.*',
  'product.*',
  'promotion_code.*',
  'quote.*',
  'radar.*',
  'refund.*',
  'reporting.*',
  'review.*',
  'setup_intent.*',
  'source.*',
  'subscription_schedule.*',
  'tax.*',
  'tax_rate.*',
  'terminal.*',
  'topup.*',
  'transfer.*',
  'treasury.*',
];

export const stripe: Tool = {
  title: 'Stripe',
  payloads: recorded('https://docs.stripe.com/api/events'),
  eventOf: inField('type'),
  signature: timedHmac('Stripe-Signature'),
  events: Object.fromEntries(families.map((family) => [family, writeObject])),
};

function writeObject(payload: Payload, event: string): ToolMessage {
  const object = payload.at('data.object');
  const kind = object.any('object') || (event.split('.', 1)[0] as string);
  const id = object.any('id');
  const isTest = payload.at('livemode').value === false;
  const number = object.any('number');
  const label = listed([nameOfKind(kind), number || id], ' ');
  const shown = link(label, object.any('hosted_invoice_url') || pageOf(kind, id, isTest));
  const action = words(event.slice(event.lastIndexOf('.') + 1));
  const isStatusSaid = words(object.any('status')) === action || payload.has('data.previous_attributes.status');
  const text = md`The ${shown}${termsOf(object, { kind, isTest })}: ${bold(action)}${isTest ? md` (test)` : nothing}`;
  const [known, changes] = [factsOf(object, { isTest, isStatusSaid }), changesOf(payload)];
  const [first, second] = changes.source === '' ? [known, nothing] : [changes, known];
  return { topic: topicOf(object, kind), text: blocks(changed(text, first), second) };
}

function nameOfKind(kind: string): string {
  return wordsIn({ invoiceitem: 'invoice item' }, kind);
}

/** All that concerns a customer is one topic; other things have a topic each. */
function topicOf(object: Payload, kind: string): string {
  const id = object.any('id');
  const customer = kind === 'customer' ? id : object.any('customer', 'customer.id');
  return customer === '' ? listed([nameOfKind(kind), id], ' ') : `customer ${customer}`;
}

/** The amount and for whom, or the name of a customer or account. */
function termsOf(object: Payload, { kind, isTest }: { kind: string; isTest: boolean }): Markdown {
  const [amount, who] = [amountOf(object), customerOf(object, isTest)];
  const name = ['customer', 'account'].includes(kind) ? md` (${who})` : md` for ${who}`;
  return md`${amount === '' ? nothing : md` of ${amount}`}${who.source === '' ? nothing : name}`;
}

function factsOf(object: Payload, { isTest, isStatusSaid }: { isTest: boolean; isStatusSaid: boolean }): Markdown {
  const parts = { Charge: 'charge', Invoice: 'invoice', Subscription: 'subscription' };
  const links = Object.entries(parts).map(([name, field]) => {
    const id = object.any(field, `${field}.id`);
    return [name, id === '' ? '' : link(id, pageOf(field, id, isTest))] as const;
  });
  return facts({
    ...Object.fromEntries(links),
    Status: isStatusSaid ? '' : words(object.any('status')),
    Description: object.any('description'),
    Reason: object.any('failure_message', 'last_payment_error.message', 'cancellation_details.reason', 'reason'),
  });
}

const nameFields = ['customer_name', 'name', 'billing_details.name', 'customer_email', 'email', 'receipt_email'];

function customerOf(object: Payload, isTest: boolean): Markdown {
  const id = object.any('customer', 'customer.id');
  const name = object.any(...nameFields, 'customer_details.name', 'customer_details.email') || id;
  return id === '' ? md`${name}` : link(name, pageOf('customer', id, isTest));
}

/** The simple fields of the object that are new, with their values before. */
function changesOf(payload: Payload): Markdown {
  const changes = payload.entries('data.previous_attributes').map(([field, before]) => {
    return md`${words(field)}: ${moment(before)} → ${moment(payload.any(`data.object.${field}`))}`;
  });
  return bullets(changes);
}

/** A value, which is a time if it is a number of this century's seconds. */
function moment(value: string): Markdown {
  return /^1\d{9}$/.test(value)
    ? time(new Date(Number(value) * 1000).toISOString())
    : md`${firstLine(value) || 'none'}`;
}

function pageOf(kind: string, id: string, isTest: boolean): string {
  if (!Object.hasOwn(pages, kind)) return '';
  return `https://dashboard.stripe.com/${isTest ? 'test/' : ''}${pages[kind]}/${encodeURIComponent(id)}`;
}

// https://docs.stripe.com/currencies lists the currencies without a smaller unit.
const whole = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'ugx',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]);

function amountOf(object: Payload): string {
  const fields = ['amount_due', 'amount_total', 'amount', 'unit_amount', 'total'];
  const own = amountIn(object, fields);
  if (own !== '') return own;
  // A subscription has the amounts in its items.
  const [item = object.at('plan')] = object.list('items.data');
  const price = ['plan', 'price'].map((field) => item.at(field)).find((part) => part.value !== undefined) ?? item;
  const quantity = Number(item.any('quantity') || object.any('quantity') || '1');
  const amount = amountIn(price, fields);
  const interval = price.any('interval', 'recurring.interval');
  if (amount === '') return '';
  return `${quantity > 1 ? `${quantity} × ` : ''}${amount}${interval === '' ? '' : ` per ${interval}`}`;
}

function amountIn(object: Payload, fields: readonly string[]): string {
  const [amount, currency] = [object.any(...fields), object.any('currency')];
  const units = Number(amount);
  if (amount === '' || currency === '' || !Number.isFinite(units)) return '';
  const isWhole = whole.has(currency.toLowerCase());
  return `${isWhole ? units : (units / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
