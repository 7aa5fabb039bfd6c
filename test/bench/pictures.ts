import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { canDecode } from '../../src/images/decoding.ts';
import { Child } from './child.ts';
import { makeData, type Person } from './data.ts';
import { type Maker, makers } from './large-pictures.ts';
import type { Figure } from './report.ts';

const width = 5000;
const step = 100;

/** The most memory that a server process takes while it makes thumbnails of the largest pictures that get one. */
export async function pictures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const { folder, people } = makeData({ people: 1, channels: 1, messages: 1 });
    const chatd = await Child.start('chatd', [folder]);
    const height = largestHeight(make);
    const before = memoryOf(chatd, 'VmRSS');
    const wasMade = await upload(chatd, people[0] as Person, name, make(width, height));
    const peak = memoryOf(chatd, 'VmHWM');
    await chatd.stop();
    if (!wasMade) throw new Error(`no thumbnail was made of a ${name}`);
    figures.push({
      name: `memory for a thumbnail of a ${name}`,
      ours: `${Math.round(peak)} MB`,
      floor: `${Math.round(before)} MB`,
      ratio: peak,
      bar: { atMost: 400 },
      note: `${Math.round((width * height) / 1e6)} million pixels; the floor is the server before`,
    });
  }
  return figures;
}

/** How high a picture may be that still gets a thumbnail. */
function largestHeight(make: Maker): number {
  const sample = make(width, step);
  let height = step;
  while (canDecode(sample, width * (height + 2 * step))) height += step;
  return height;
}

/** In MB; `VmHWM` is the most that it ever was. */
function memoryOf({ pid }: Child, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Uploads a picture and waits for its thumbnail; returns whether there is one. */
async function upload({ port }: Child, { email, key }: Person, name: string, bytes: Buffer): Promise<boolean> {
  const server = `http://127.0.0.1:${port}`;
  const Authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const body = new FormData();
  const type = name.includes('PNG') ? 'png' : name.includes('GIF') ? 'gif' : 'jpeg';
  body.append('file', new Blob([Uint8Array.from(bytes)], { type: `image/${type}` }), `picture.${type}`);
  const sent = await fetch(`${server}/api/v1/user_uploads`, { method: 'POST', headers: { Authorization }, body });
  const { url } = (await sent.json()) as { url: string };
  const thumbnail = `${server}${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.jpg`;
  for (let tries = 0; tries < 120; tries++) {
    const { status } = await fetch(thumbnail, { headers: { Authorization } });
    if (status === 200) return true;
    await pause(500);
  }
  return false;
}
