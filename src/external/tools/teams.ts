import { blocks, bold, facts, joined, link, type Markdown, nothing, written } from '../markdown.ts';
import { type Payload, payloadInvalid } from '../payload.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

/** For everything that can post to Microsoft Teams: message cards, and adaptive cards, alone or attached. */
export const teams: Tool = {
  title: 'Microsoft Teams-compatible webhook',
  payloads: documented(
    'https://learn.microsoft.com/en-us/microsoftteams/platform/task-modules-and-cards/cards/cards-reference',
  ),
  eventOf: ({ payload }) => (payload.has('body') || payload.has('attachments') ? 'adaptive_card' : 'message_card'),
  events: { message_card: writeMessageCard, adaptive_card: writeAdaptiveCards },
};

function checked(topic: string, text: Markdown): ToolMessage {
  if (text.source === '') throw payloadInvalid({ name: 'text', problem: 'is missing' });
  return { topic: plain(topic) || 'Microsoft Teams', text };
}

/** A title without its Markdown, which topics do not show. */
function plain(title: string): string {
  return title
    .replace(/\[([^\][]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/[*_]{2,3}|`/g, '')
    .trim();
}

function writeMessageCard(card: Payload): ToolMessage {
  const title = card.any('title');
  const actions = card.list('potentialAction').flatMap((one) => {
    const url = one.any('targets.0.uri', 'target.0', 'target');
    return url === '' ? [] : [link(one.any('name') || 'Open', url)];
  });
  const text = blocks(
    bold(title),
    written(card.any('text')),
    ...card.list('sections').map(writeSection),
    joined(actions, ' · '),
  );
  return checked(title || card.any('summary', 'sections.0.activityTitle'), text);
}

function writeSection(section: Payload): Markdown {
  const texts = ['title', 'activityTitle', 'activitySubtitle', 'activityText', 'text'];
  const named = section.list('facts').map((fact) => [fact.any('name') || 'Fact', written(fact.any('value'))] as const);
  return blocks(...texts.map((name) => written(section.any(name))), facts(Object.fromEntries(named)));
}

function writeAdaptiveCards(payload: Payload): ToolMessage {
  const attached = payload.list('attachments').map((one) => one.at('content'));
  const cards = payload.has('body') ? [payload] : attached;
  const title = cards
    .flatMap((card) => card.list('body'))
    .find((one) => one.any('type') === 'TextBlock')
    ?.any('text');
  return checked(
    payload.any('summary') || (title ?? ''),
    blocks(written(payload.any('text')), ...cards.map(writeCard)),
  );
}

function writeCard(card: Payload): Markdown {
  return blocks(...card.list('body').map((element) => writeElement(element, 0)), actionsOf(card));
}

const deepest = 10;

function writeElement(element: Payload, depth: number): Markdown {
  if (depth > deepest) return nothing;
  const inner = (part: Payload) => writeElement(part, depth + 1);
  const runs = element.list('inlines').map((one) => written(one.shown || one.any('text')));
  const named = element.list('facts').map((one) => [one.any('title') || 'Fact', written(one.any('value'))] as const);
  const picture = element.any('type') === 'Image' ? element.any('url') : '';
  return blocks(
    element.any('weight').toLowerCase() === 'bolder' ? bold(element.any('text')) : written(element.any('text')),
    joined(runs),
    facts(Object.fromEntries(named)),
    ...element.list('items').map(inner),
    ...['columns', 'rows', 'cells'].flatMap((parts) => partsOf(element, parts)).map(inner),
    picture === '' ? nothing : link(element.any('altText') || 'Picture', picture),
    actionsOf(element),
  );
}

/** The columns of a table have only widths. */
function partsOf(element: Payload, field: string): Payload[] {
  return element.has('rows') && field === 'columns' ? [] : element.list(field);
}

function actionsOf(card: Payload): Markdown {
  const links = card.list('actions').flatMap((one) => {
    return one.any('url') === '' ? [] : [link(one.any('title') || 'Open', one.any('url'))];
  });
  return joined(links, ' · ');
}
