import { render } from 'preact';
import { preferredLanguage, useLanguage } from '../words/language';
import { App } from './app';
import './style.css';

void useLanguage(preferredLanguage(), false).then(() =>
  render(<App />, document.getElementById('page') as HTMLElement),
);
