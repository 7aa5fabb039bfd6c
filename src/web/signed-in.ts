import { findRealm } from '../realm/realm.ts';
import type { User } from '../users/user.ts';
import { renderPage } from './page.ts';
import { renderRealmHeader } from './realm-header.ts';
import type { Site } from './site.ts';

/** The page of people who are logged in. HTML. */
export function renderSignedIn(app: Site, user: User): string {
  const { name } = findRealm(app.db);
  return renderPage({
    title: name,
    main: `${renderRealmHeader(app, name, `You are logged in as ${user.full_name}.`)}
<p class="way"><a href="/apps">Connect an app</a> to talk here, or <a href="/logout">log out</a>.</p>`,
  });
}
