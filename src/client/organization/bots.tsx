import { BotList } from '../bots/bot-list.tsx';
import { t } from '../language/texts.ts';

/** All bots of the organization. */
export function Bots() {
  return <BotList about={t('organization.botsHint')} wants={() => true} />;
}
