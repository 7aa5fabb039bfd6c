import { BotList } from '../bots/bot-list.tsx';

/** All bots of the organization. */
export function Bots() {
  return (
    <BotList about="Programs that take part. Their owners and administrators look after them." wants={() => true} />
  );
}
