// W-60: no audio context before the first tap; three volume levels that survive a reload; each sound has an
// event that also has a text; at most eight voices.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { CAUSES, loudnessOf } from '../../src/sound/causes';
import { channelOf, type SoundName } from '../../src/sound/recipes';
import { CHANNELS, LABELS, Sound, TITLE, type KeyValueStore } from '../../src/sound/sound';

/** A fake audio node that records its calls. */
class Node {
  readonly to: Node[] = [];
  started = NaN;
  stopped = NaN;
  readonly values: number[] = [];
  type = '';
  buffer: unknown = null;
  readonly gain = this.param();
  readonly frequency = this.param();
  readonly Q = this.param();

  constructor(readonly kind: string) {}

  private param() {
    const set = (value: number): void => void this.values.push(value);
    return { setValueAtTime: set, exponentialRampToValueAtTime: set };
  }
  connect(node: Node): void {
    this.to.push(node);
  }
  disconnect(): void {
    this.to.length = 0;
  }
  start(at: number): void {
    this.started = at;
  }
  stop(at: number): void {
    this.stopped = at;
  }
}

class Context {
  static made: Context[] = [];
  currentTime = 0;
  sampleRate = 8000;
  state = 'suspended';
  readonly destination = new Node('destination');
  readonly nodes: Node[] = [];

  constructor() {
    Context.made.push(this);
  }
  private node(kind: string): Node {
    const node = new Node(kind);
    this.nodes.push(node);
    return node;
  }
  createGain(): Node {
    return this.node('gain');
  }
  createOscillator(): Node {
    return this.node('oscillator');
  }
  createBufferSource(): Node {
    return this.node('noise');
  }
  createBiquadFilter(): Node {
    return this.node('filter');
  }
  createBuffer(_channels: number, length: number): { getChannelData(): Float32Array } {
    const data = new Float32Array(length);
    return { getChannelData: () => data };
  }
  resume(): Promise<void> {
    this.state = 'running';
    return Promise.resolve();
  }
  /** The voices: nodes that are connected with the destination and have not ended. */
  sounding(): Node[] {
    return this.nodes.filter(
      (node) =>
        node.to.includes(this.destination) &&
        this.sourcesOf(node).some((source) => source.stopped > this.currentTime),
    );
  }
  sourcesOf(voice: Node): Node[] {
    const leads = (node: Node): boolean => node === voice || node.to.some(leads);
    return this.nodes.filter((node) => (node.kind === 'oscillator' || node.kind === 'noise') && leads(node));
  }
}

function storage(): KeyValueStore & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
}

function open(kept: KeyValueStore = storage()): { sound: Sound; context: () => Context } {
  const sound = new Sound(kept, () => new Context() as unknown as AudioContext);
  return { sound, context: () => Context.made[0] as Context };
}

beforeEach(() => {
  Context.made = [];
});

test('W-60 no audio context exists before the first tap, and only one after it', () => {
  const { sound, context } = open();
  sound.hear([{ key: 'page.your_turn' }]);
  sound.strike('polterfass.rolled', 1);
  sound.setLevel('bell', 1);
  expect(Context.made).toEqual([]);
  sound.wake();
  sound.wake();
  expect(Context.made.length).toBe(1);
  expect(context().state).toBe('running');
  expect(context().sounding()).toEqual([]);
  sound.hear([{ key: 'page.your_turn' }]);
  expect(context().sounding().length).toBe(1);
});

test('W-60 each volume level survives a reload and affects only its own sounds', () => {
  const kept = storage();
  open(kept).sound.setLevel('things', 0);
  open(kept).sound.setLevel('bell', 0.25);
  open(kept).sound.setLevel('murmur', 1.5);
  const { sound, context } = open(kept);
  expect(CHANNELS.map((channel) => sound.levels[channel].value)).toEqual([0, 0.25, 1]);
  sound.wake();
  sound.hear([{ key: 'drachen.paid' }, { key: 'riffraff.lost' }]);
  expect(context().sounding()).toEqual([]);
  sound.hear([{ key: 'page.your_turn' }, { key: 'drachen.won' }]);
  expect(context().sounding().map((voice) => voice.values[0])).toEqual([0.25, 1]);
});

test('an invalid stored level is ignored', () => {
  const kept = storage();
  for (const wrong of ['loud', '-1', '7', '']) {
    kept.setItem('sound.bell', wrong);
    expect(open(kept).sound.levels.bell.value).toBe(0.8);
  }
});

test('at most eight voices: the oldest one is stopped', () => {
  const { sound, context } = open();
  sound.wake();
  for (let i = 0; i < 12; i++) {
    context().currentTime = i / 100;
    sound.strike('page.your_turn', 1);
    expect(context().sounding().length).toBe(Math.min(8, i + 1));
  }
  context().currentTime = 10;
  sound.strike('page.your_turn', 1);
  expect(context().nodes.filter((node) => node.to.includes(context().destination)).length).toBe(1);
});

test('the sounds of a step are played in order, a little apart, each at most three times', () => {
  const { sound, context } = open();
  sound.wake();
  sound.hear([
    { key: 'drachen.played' },
    ...Array.from({ length: 5 }, () => ({ key: 'drachen.paid' })),
    { key: 'drachen.drank' },
    { key: 'drachen.turn' },
  ]);
  const begins = context()
    .sounding()
    .map((voice) =>
      Math.min(
        ...context()
          .sourcesOf(voice)
          .map((source) => source.started),
      ),
    );
  expect(begins.map((at) => Math.round(at * 100))).toEqual([0, 7, 14, 21, 28]);
});

test('an impact is as loud as it is hard, and the creak depends on the heel', () => {
  const { sound, context } = open();
  sound.wake();
  sound.setLevel('things', 1);
  sound.strike('polterfass.rolled', 0.5);
  sound.hear([
    { key: 'riffraff.heels', args: { degrees: 5 } },
    { key: 'riffraff.heels', args: { degrees: 0 } },
  ]);
  expect(
    context()
      .sounding()
      .map((voice) => voice.values[0]),
  ).toEqual([0.5, 0.25]);
  expect(loudnessOf('riffraff.heels', { degrees: 90 })).toBe(1);
});

const NAMES: SoundName[] = [
  'knock',
  'thud',
  'coin',
  'clink',
  'pour',
  'card',
  'bell',
  'creak',
  'splash',
  'murmur',
];

test.each(NAMES)('%s has sources that reach the destination and end', (name) => {
  const key = Object.keys(CAUSES).find((one) => CAUSES[one] === name) as string;
  const { sound, context } = open();
  sound.wake();
  sound.strike(key, 1);
  const [voice] = context().sounding();
  const sources = context().sourcesOf(voice as Node);
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) {
    expect(source.stopped).toBeGreaterThan(source.started);
    expect(source.stopped).toBeLessThan(2);
  }
});

test('frequencies: wood at 180 and 430 Hz, three partials of a coin from 3 to 6 kHz, a card of 20 ms', () => {
  const partials = (key: string): number[] => {
    Context.made = [];
    const { sound, context } = open();
    sound.wake();
    sound.strike(key, 1);
    return context()
      .nodes.filter((node) => node.kind === 'oscillator')
      .map((node) => node.values[0] as number);
  };
  expect(partials('riffraff.rests')).toEqual([180, 430]);
  expect(partials('drachen.paid').filter((hz) => hz >= 3000 && hz <= 6000).length).toBe(3);
  expect(partials('drachen.played')).toEqual([]);
  const [noise] = Context.made[0]!.nodes.filter((node) => node.kind === 'noise');
  expect((noise as Node).stopped - (noise as Node).started).toBeCloseTo(0.02, 5);
});

const CATALOGUES = ['de', 'en', 'fr', 'it'].map(
  (language) =>
    JSON.parse(readFileSync(`made/words.${language}.json`, 'utf8')) as { words: Record<string, string> },
);

test('W-60 each event with a sound has a text in all four languages and is sent by its game or made by the page', () => {
  const sources = readdirSync('../src/games', { recursive: true }).filter(
    (path) => path.endsWith('.c') && !path.includes('test'),
  );
  const code = sources.map((path) => readFileSync(`../src/games/${path}`, 'utf8')).join('');
  for (const key of [TITLE, ...Object.keys(CAUSES), ...Object.values(LABELS)]) {
    for (const { words } of CATALOGUES) expect(words[key], key).toBeTruthy();
    if (!key.startsWith('page.')) expect(code, key).toContain(`"${key}"`);
  }
  expect(new Set(Object.keys(CAUSES).map((key) => key.split('.')[0]))).toEqual(
    new Set(['page', 'polterfass', 'drachen', 'riffraff']),
  );
});

test('W-60 each sound has an event and a volume level', () => {
  expect(new Set(Object.values(CAUSES))).toEqual(new Set(NAMES));
  expect(new Set(NAMES.map(channelOf))).toEqual(new Set(CHANNELS));
});
