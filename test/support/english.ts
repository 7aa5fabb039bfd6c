// Gives the modules of the client their messages in English, where no page does.

import { readFileSync } from 'node:fs';
import { adopt } from '../../src/client/language/texts.ts';
import { compile } from '../../src/languages/compile.ts';

const catalogue = readFileSync(new URL('../../src/languages/en.json', import.meta.url), 'utf8');
const { texts } = JSON.parse(catalogue) as { texts: Record<string, string> };

adopt('en', Object.fromEntries(Object.entries(texts).map(([key, source]) => [key, compile(source)])));
