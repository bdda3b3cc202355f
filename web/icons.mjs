// Draws the icons of an installed page from public/icon.svg: `node icons.mjs`, with Debian's Chromium.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const barrel = readFileSync(new URL('./public/icon.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** `share`: how much of the picture the barrel takes; systems that cut a circle out leave the inner four fifths. */
async function draw(name, size, share, radius) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>html, body { margin: 0; background: transparent } main { width: ${size}px; height: ${size}px; display: grid; place-items: center; border-radius: ${radius * 100}%;
    background: #3a2417 } svg { width: ${share * size}px; height: ${share * size}px }</style><main>${barrel}</main>`);
  await page.screenshot({
    path: new URL(`./public/${name}.png`, import.meta.url).pathname,
    omitBackground: true,
  });
  await page.close();
}

await draw('icon-180', 180, 0.72, 0);
await draw('icon-192', 192, 0.78, 0.2);
await draw('icon-512', 512, 0.78, 0.2);
await draw('icon-whole-512', 512, 0.58, 0);
await browser.close();
