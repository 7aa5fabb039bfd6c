import { normalize } from '../ground/text.ts';
import { systemBots } from '../realm/system-bots.ts';

/** Letters of other alphabets, and digits, that look like these letters, capitals included. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀᎪꓮⲁⲀ',
  b: 'вВьЬβΒʙᏴꓐⲃⲂ8ƄƅɓЪъ',
  c: 'сСϲϹᴄᏟꓚⲥⲤⅽ¢',
  e: 'еЕєЄεΕᴇᎬꓰⲉⲈɛℯ3',
  f: 'ϝϜꜰꓝғҒƒſ',
  g: 'ɡɢᏀꓖցԌԍ9',
  i: 'іІιΙıɪɩlLӏӀ|!1ᎥꓲⲓⲒⵏיןاʟᏞꓡ',
  m: 'мМΜᴍᎷꓟⲙⲘʍ',
  n: 'пПΝηɴꓠⲛⲚոռ',
  o: 'оОοΟσօՕᴏᎾꓳⲟⲞ0סه٥۵०০੦૦௦๐ⵔ°',
  t: 'тТτΤᴛᎢꓔⲧⲦ7+ţ',
  w: 'ԝԜшШωѡᴡᎳꓪⲱաɯ',
  y: 'уУγΥүҮʏꓬᎩⲩⲨყ',
};

const letterOf = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

const reserved = new Set(
  [...Object.values(systemBots).map((bot) => bot.full_name), 'Email Gateway', 'Mail Gateway'].map(outline),
);

/** Whether a name looks like that of a bot of the server, whatever its case, alphabet, spaces, signs and number. */
export function isReservedName(name: string): boolean {
  return (
    reserved.has(outline(name)) || reserved.has(outline(name.replace(/[\s\p{P}\p{S}]*\p{N}+[\s\p{P}\p{S}]*$/u, '')))
  );
}

/** The letters and digits of a name, those that look alike being the same. */
function outline(name: string): string {
  const letters = [...normalize(name, 'NFKD')].map((one) => letterOf.get(one) ?? one.toLowerCase());
  const plain = letters.map((one) => letterOf.get(one) ?? one).join('');
  return plain
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
