import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { PageHead } from './page.tsx';

/** The page of an address whose channel does not exist, or is not visible to the user. */
export function UnknownChannel() {
  return (
    <main class="page">
      <PageHead title={t('parts.unknownChannel')} />
      <p class="empty">{rich('parts.unknownChannelHint', { link: (inside) => <a href="#channels">{inside}</a> })}</p>
    </main>
  );
}
