import { words } from '../forge.ts';
import { blocks, bold, facts, link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { timedHmac } from '../signature.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

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
  'balance.*',
  'charge.*',
  'checkout.*',
  'coupon.*',
  'customer.*',
  'invoice.*',
  'invoiceitem.*',
  'mandate.*',
  'payment_intent.*',
  'payment_link.*',
  'payment_method.*',
  'payout.*',
  'plan.*',
  'price.*',
  'product.*',
  'quote.*',
  'radar.*',
  'refund.*',
  'review.*',
  'setup_intent.*',
  'subscription_schedule.*',
  'transfer.*',
];

export const stripe: Tool = {
  title: 'Stripe',
  eventOf: inField('type'),
  signature: timedHmac('Stripe-Signature'),
  events: Object.fromEntries(families.map((family) => [family, writeObject])),
};

function writeObject(payload: Payload, event: string): ToolMessage {
  const object = payload.at('data.object');
  const kind = object.any('object') || (event.split('.', 1)[0] as string);
  const id = object.any('id');
  const isTest = payload.at('livemode').value === false;
  const shown = id === '' ? md`${words(kind)}` : link(`${words(kind)} ${id}`, pageOf(kind, id, isTest));
  const action = words(event.slice(event.lastIndexOf('.') + 1));
  const reason = object.any('failure_message', 'last_payment_error.message', 'cancellation_details.reason');
  const text = md`The ${shown}: ${bold(action)}${isTest ? md` (test)` : nothing}`;
  return {
    topic: words(kind),
    text: blocks(text, facts({ Amount: amountOf(object), ...partiesOf(object), Reason: reason })),
  };
}

function pageOf(kind: string, id: string, isTest: boolean): string {
  if (!Object.hasOwn(pages, kind)) return '';
  return `https://dashboard.stripe.com/${isTest ? 'test/' : ''}${pages[kind]}/${encodeURIComponent(id)}`;
}

function partiesOf(object: Payload): Record<string, string> {
  return {
    Customer: object.any('customer_name', 'name', 'billing_details.name', 'customer_email', 'email', 'receipt_email'),
    Status: words(object.any('status')),
    Description: object.any('description'),
  };
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
  const [amount, currency] = [
    object.any('amount_due', 'amount_total', 'amount', 'unit_amount'),
    object.any('currency'),
  ];
  const units = Number(amount);
  if (amount === '' || currency === '' || !Number.isFinite(units)) return '';
  const isWhole = whole.has(currency.toLowerCase());
  return `${isWhole ? units : (units / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
