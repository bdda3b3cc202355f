import { render } from 'preact';
import { preferredLanguage, useLanguage } from '../words/language';
import { App } from './app';
import { drawTiles } from './ink/tiles';
import './style/fonts.css';
import './style/tokens.css';
import './style/parts.css';
import './style/places.css';
import './style/table.css';

/** The page is shown once its typefaces are loaded, so that nothing shifts, or after a timeout. */
const FACES = [
  '700 20px "Grenze Gotisch"',
  '500 20px "Alegreya"',
  '700 20px "Alegreya"',
  '500 20px "Alegreya Sans"',
  '800 20px "Alegreya Sans"',
];
const PATIENCE = 3000;
const faces = Promise.all(FACES.map((face) => document.fonts.load(face))).catch(() => []);
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));

void Promise.all([useLanguage(preferredLanguage(), false), drawTiles(), Promise.race([faces, patience])])
  .then(() => render(<App />, document.getElementById('page') as HTMLElement));
