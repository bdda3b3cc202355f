// The rules of a game.
import { go } from '../common/address';
import { gameTitle } from '../common/names';
import { rulesOf, t } from '../words/language';
import { Markdown } from '../words/markdown';
import { IconButton, Paper } from './parts/parts';

export function RulesPlace(props: { game: string }) {
  return (
    <main class="room place">
      <header class="bar">
        <IconButton icon="back" label={t('page.to_lobby')} onClick={() => go('/')} />
        <h1>{t('page.rules_of', { word: gameTitle(props.game) })}</h1>
      </header>
      <Paper class="rules-sheet rules-text">
        <Markdown text={rulesOf(props.game)} />
      </Paper>
    </main>
  );
}
