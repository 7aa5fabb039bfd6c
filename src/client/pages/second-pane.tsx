import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { NarrowTerm } from '../api/types.ts';
import { closeBeside } from '../commands/panes.ts';
import { activePane, beside, selected } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { MessagePane } from '../messages/message-pane.tsx';
import { PaneContext, useClient } from '../parts/context.ts';
import { Tool } from '../parts/tool.tsx';
import { conversationIn, narrowTo } from '../store/conversation.ts';
import { narrowKey } from '../store/narrow.ts';
import { formatNarrow } from '../store/routes.ts';
import { lateIcons } from '../text/late-icons.ts';
import { isSearch, PinnedIn, Title, useMove } from './messages-page.tsx';
import { WhoTypes } from './who-types.tsx';
import { Writing } from './writing.tsx';

/** What is read beside the page: a conversation with its composer, a feed or a search. */
export function SecondPane() {
  const { value: shown } = beside;
  return shown ? <Pane narrow={shown.narrow} near={shown.near} /> : null;
}

interface Props {
  narrow: readonly NarrowTerm[];
  near: number | undefined;
}

function Pane({ narrow, near }: Props) {
  const client = useClient();
  const frame = useRef<HTMLElement>(null);
  const key = narrowKey(narrow);
  const list = useMemo(
    () => client.lists.open(narrow, near ?? (isSearch(narrow) ? 'newest' : 'first_unread'), 'beside'),
    [key, near],
  );
  useLayoutEffect(() => () => client.lists.close('beside'), []);
  useLayoutEffect(() => {
    selected.value = near;
    // A reply has given the focus to the composer already, and a reload gives it to the page.
    if (activePane.peek() === 'beside' && !frame.current?.contains(document.activeElement))
      frame.current?.focus({ preventScroll: true });
  }, [key, near]);
  const conversation = conversationIn(narrow);
  useMove(conversation, (target) => {
    beside.value = { narrow: narrowTo(target) };
  });
  useLayoutEffect(followFocus, []);
  useSinglePane(key);
  return (
    <PaneContext.Provider value="beside">
      <section ref={frame} class="page beside" aria-labelledby="beside-title" tabIndex={-1}>
        <Head narrow={narrow} near={near} />
        {list.status.value === 'ready' && !list.isOpening.value && <PinnedIn key={`pins ${key}`} narrow={narrow} />}
        <MessagePane key={key} client={client} list={list} near={near} />
        {conversation && <WhoTypes conversation={conversation} />}
        {conversation && <Writing narrow={narrow} conversation={conversation} />}
      </section>
    </PaneContext.Provider>
  );
}

function Head({ narrow, near }: Props) {
  const client = useClient();
  const openHere = () => {
    closeBeside();
    client.router.go(formatNarrow(narrow, { near, channelName: (id) => client.channelName(id) }));
  };
  return (
    <header class="page-head">
      <div class="page-title">
        <h2>
          <Title narrow={narrow} id="beside-title" />
        </h2>
      </div>
      <div class="page-tools">
        <Tool name={t('pages.openAsPage')} icon={lateIcons.open} onClick={openHere} />
        <Tool name={t('pages.closePane')} icon="close" onClick={closeBeside} />
      </div>
    </header>
  );
}

/** Keys and commands act on the pane that was pointed at or has the focus. Dialogs and the side bar change nothing. */
function followFocus(): () => void {
  const follow = ({ target }: Event) => {
    const pane = target instanceof Element ? target.closest('.page') : null;
    if (pane) activePane.value = pane.classList.contains('beside') ? 'beside' : 'main';
  };
  const events = ['focusin', 'pointerdown'] as const;
  for (const event of events) document.addEventListener(event, follow, { capture: true });
  return () => {
    for (const event of events) document.removeEventListener(event, follow, { capture: true });
    activePane.value = 'main';
  };
}

/** Another page has the keys, and what it shows itself is not shown beside it. */
function useSinglePane(key: string): void {
  const { router } = useClient();
  const { value: route } = router.route;
  const before = useRef(route);
  useLayoutEffect(() => {
    if (before.current === route) return;
    before.current = route;
    if (route.page === 'messages' && narrowKey(route.narrow) === key) closeBeside();
    else activePane.value = 'main';
  }, [route]);
}
