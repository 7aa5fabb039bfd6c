import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** A page without scripts, that is served. */
export interface FloorPage {
  url: string;
  stop(): Promise<void>;
}

/** Serves what a page of the client shows as a page without any script, of as many bytes as the client's page had. */
export async function serveFloor(page: Page, bytes: number): Promise<FloorPage> {
  const body = await page.evaluate<string>("document.querySelector('#app').innerHTML");
  const style = await page.evaluate<string>(
    "[...document.styleSheets].flatMap((one) => [...one.cssRules]).map((one) => one.cssText).join('')",
  );
  const halves = `<div data-half>${body}</div><div data-half hidden>${body}</div>`;
  const html = `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head><body><div id="app">${halves}</div>`;
  const padding = `<!--${'x'.repeat(Math.max(0, bytes - html.length))}-->`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`${html}${padding}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
