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
    topic: 'charge ch_1',
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
    topic: 'charge ch_2',
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
    topic: 'invoice in_1',
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
    topic: 'customer cus_1',
    text: 'The [customer cus_1](https://dashboard.stripe.com/customers/cus_1): **created**\n\n- **Customer**: Jonas Berg',
  },
  {
    what: 'the end of a subscription',
    payload: event('customer.subscription.deleted', { id: 'sub_1', object: 'subscription', status: 'canceled' }),
    topic: 'subscription sub_1',
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
    topic: 'payout po_1',
    text: 'The [payout po_1](https://dashboard.stripe.com/payouts/po_1): **paid**\n\n- **Amount**: 1000.00 EUR\n- **Status**: paid\n- **Description**: STRIPE PAYOUT',
  },
  {
    what: 'a balance',
    payload: event('balance.available', { object: 'balance', livemode: true }),
    topic: 'balance',
    text: 'The balance: **available**',
  },
  {
    what: 'a subscription of a customer',
    payload: event('customer.subscription.created', {
      id: 'sub_2',
      object: 'subscription',
      customer: 'cus_1',
      status: 'active',
      items: {
        data: [{ quantity: 3, price: { unit_amount: 450, currency: 'eur', recurring: { interval: 'month' } } }],
      },
    }),
    topic: 'customer cus_1',
    text: 'The [subscription sub_2](https://dashboard.stripe.com/subscriptions/sub_2): **created**\n\n- **Amount**: 3 × 4.50 EUR per month\n- **Customer**: [cus_1](https://dashboard.stripe.com/customers/cus_1)\n- **Status**: active',
  },
  {
    what: 'a subscription as old versions send it',
    payload: event('customer.subscription.deleted', {
      id: 'sub_3',
      object: 'subscription',
      customer: 'cus_1',
      plan: { amount: 100, currency: 'usd', interval: 'year' },
      quantity: 1,
    }),
    topic: 'customer cus_1',
    text: 'The [subscription sub_3](https://dashboard.stripe.com/subscriptions/sub_3): **deleted**\n\n- **Amount**: 1.00 USD per year\n- **Customer**: [cus_1](https://dashboard.stripe.com/customers/cus_1)',
  },
  {
    what: 'a payment of a customer',
    payload: event('charge.refunded', {
      id: 'ch_3',
      object: 'charge',
      amount: 100,
      currency: 'eur',
      customer: 'cus_1',
      invoice: 'in_3',
    }),
    topic: 'customer cus_1',
    text: 'The [charge ch_3](https://dashboard.stripe.com/payments/ch_3): **refunded**\n\n- **Amount**: 1.00 EUR\n- **Customer**: [cus_1](https://dashboard.stripe.com/customers/cus_1)\n- **Invoice**: [in_3](https://dashboard.stripe.com/invoices/in_3)',
  },
  {
    what: 'an item without a page',
    payload: event('invoiceitem.created', {
      id: 'ii_1',
      object: 'invoiceitem',
      amount: 1000,
      currency: 'cad',
      customer: 'cus_1',
      invoice: 'in_3',
    }),
    topic: 'customer cus_1',
    text: 'The invoice item ii_1: **created**\n\n- **Amount**: 10.00 CAD\n- **Customer**: [cus_1](https://dashboard.stripe.com/customers/cus_1)\n- **Invoice**: [in_3](https://dashboard.stripe.com/invoices/in_3)',
  },
  {
    what: 'a refund',
    payload: event('refund.updated', {
      id: 're_1',
      object: 'refund',
      amount: 1234,
      currency: 'eur',
      charge: 'ch_3',
      reason: 'duplicate',
    }),
    topic: 'refund re_1',
    text: 'The refund re_1: **updated**\n\n- **Amount**: 12.34 EUR\n- **Charge**: [ch_3](https://dashboard.stripe.com/payments/ch_3)\n- **Reason**: duplicate',
  },
  {
    what: 'what has changed',
    payload: {
      type: 'invoice.updated',
      livemode: false,
      data: {
        object: {
          id: 'in_3',
          object: 'invoice',
          number: 'TEA-0001',
          customer: 'cus_1',
          customer_name: 'Jonas Berg',
          status: 'paid',
          due_date: 1_772_000_000,
        },
        previous_attributes: { status: 'open', due_date: 1_771_000_000, lines: {} },
      },
    },
    topic: 'customer cus_1',
    text: 'The [invoice TEA-0001](https://dashboard.stripe.com/test/invoices/in_3): **updated** (test)\n\n- **Customer**: [Jonas Berg](https://dashboard.stripe.com/test/customers/cus_1)\n- **Status**: paid\n\n- status: open → paid\n- due date: <time:2026-02-13T16:26:40Z> → <time:2026-02-25T06:13:20Z>',
  },
  {
    what: 'an event of a person',
    payload: event('person.updated', { id: 'person_1', object: 'person' }),
    topic: 'person person_1',
    text: 'The person person_1: **updated**',
  },
];
