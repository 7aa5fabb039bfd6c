import type { Example } from './example.ts';

function event(type: string, object: object, livemode = true) {
  return { id: 'evt_1', object: 'event', type, livemode, created: 1_772_000_000, data: { object } };
}

export const stripe: readonly Example[] = [
  {
    what: 'a payment',
    payload: event('charge.succeeded', {
      id: 'ch_1',
      object: 'charge',
      amount: 1250,
      currency: 'eur',
      status: 'succeeded',
      billing_details: { name: 'Jonas Berg' },
    }),
    topic: 'charge',
    text: 'The [charge ch_1](https://dashboard.stripe.com/payments/ch_1): **succeeded**\n\n- **Amount**: 12.50 EUR\n- **Customer**: Jonas Berg\n- **Status**: succeeded',
  },
  {
    what: 'a payment that failed',
    payload: event('charge.failed', {
      id: 'ch_2',
      object: 'charge',
      amount: 500,
      currency: 'jpy',
      status: 'failed',
      failure_message: 'Your card was declined.',
    }),
    topic: 'charge',
    text: 'The [charge ch_2](https://dashboard.stripe.com/payments/ch_2): **failed**\n\n- **Amount**: 500 JPY\n- **Status**: failed\n- **Reason**: Your card was declined.',
  },
  {
    what: 'a test',
    payload: event(
      'invoice.paid',
      {
        id: 'in_1',
        object: 'invoice',
        amount_due: 99,
        currency: 'usd',
        status: 'paid',
        customer_email: 'jonas@acme.example',
      },
      false,
    ),
    topic: 'invoice',
    text: 'The [invoice in_1](https://dashboard.stripe.com/test/invoices/in_1): **paid** (test)\n\n- **Amount**: 0.99 USD\n- **Customer**: jonas@acme.example\n- **Status**: paid',
  },
  {
    what: 'a new customer',
    payload: event('customer.created', {
      id: 'cus_1',
      object: 'customer',
      name: 'Jonas Berg',
      email: 'jonas@acme.example',
    }),
    topic: 'customer',
    text: 'The [customer cus_1](https://dashboard.stripe.com/customers/cus_1): **created**\n\n- **Customer**: Jonas Berg',
  },
  {
    what: 'the end of a subscription',
    payload: event('customer.subscription.deleted', { id: 'sub_1', object: 'subscription', status: 'canceled' }),
    topic: 'subscription',
    text: 'The [subscription sub_1](https://dashboard.stripe.com/subscriptions/sub_1): **deleted**\n\n- **Status**: canceled',
  },
  {
    what: 'a payout',
    payload: event('payout.paid', {
      id: 'po_1',
      object: 'payout',
      amount: 100000,
      currency: 'eur',
      status: 'paid',
      description: 'STRIPE PAYOUT',
    }),
    topic: 'payout',
    text: 'The [payout po_1](https://dashboard.stripe.com/payouts/po_1): **paid**\n\n- **Amount**: 1000.00 EUR\n- **Status**: paid\n- **Description**: STRIPE PAYOUT',
  },
  {
    what: 'a balance',
    payload: event('balance.available', { object: 'balance', livemode: true }),
    topic: 'balance',
    text: 'The balance: **available**',
  },
];
