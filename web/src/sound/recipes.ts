// Synthesises each sound from decaying tones and bursts of noise; there are no audio files. Levels are 0 to
// 1.

export type Channel = 'things' | 'bell' | 'murmur';
export type SoundName =
  'knock' | 'thud' | 'coin' | 'clink' | 'pour' | 'card' | 'bell' | 'creak' | 'splash' | 'murmur';

/** The volume channel of a sound. */
export function channelOf(name: SoundName): Channel {
  return name === 'bell' || name === 'murmur' ? name : 'things';
}

type Tone = { hz: number; to?: number; seconds: number; level: number; wave?: OscillatorType };
type Burst = {
  filter: BiquadFilterType;
  hz: number;
  to?: number;
  q?: number;
  after?: number;
  attack?: number;
  seconds: number;
  level: number;
};
type Recipe = { tones?: Tone[]; bursts?: Burst[] };

const RECIPES: Record<SoundName, Recipe> = {
  // Two damped resonances of wood, and the impact.
  knock: {
    tones: [
      { hz: 180, seconds: 0.11, level: 0.7 },
      { hz: 430, seconds: 0.07, level: 0.45 },
    ],
    bursts: [{ filter: 'lowpass', hz: 1800, seconds: 0.012, level: 0.5 }],
  },
  thud: {
    tones: [{ hz: 92, to: 60, seconds: 0.14, level: 0.8 }],
    bursts: [{ filter: 'lowpass', hz: 240, seconds: 0.07, level: 0.6 }],
  },
  coin: {
    tones: [
      { hz: 3120, seconds: 0.34, level: 0.3 },
      { hz: 4350, seconds: 0.26, level: 0.24 },
      { hz: 5810, seconds: 0.18, level: 0.18 },
    ],
  },
  clink: {
    tones: [
      { hz: 1890, seconds: 0.2, level: 0.35 },
      { hz: 2760, seconds: 0.14, level: 0.25 },
      { hz: 240, seconds: 0.05, level: 0.3 },
    ],
  },
  pour: { bursts: [{ filter: 'bandpass', hz: 420, to: 950, q: 2, attack: 0.12, seconds: 0.9, level: 0.55 }] },
  card: { bursts: [{ filter: 'highpass', hz: 2400, seconds: 0.02, level: 0.5 }] },
  bell: {
    tones: [
      { hz: 880, seconds: 1.3, level: 0.4 },
      { hz: 1762, seconds: 0.9, level: 0.2 },
      { hz: 2429, seconds: 0.6, level: 0.12 },
      { hz: 4750, seconds: 0.25, level: 0.06 },
    ],
  },
  creak: {
    tones: [{ hz: 74, to: 118, seconds: 0.42, level: 0.22, wave: 'sawtooth' }],
    bursts: [{ filter: 'bandpass', hz: 620, to: 840, q: 12, attack: 0.1, seconds: 0.45, level: 0.5 }],
  },
  splash: {
    tones: [{ hz: 150, to: 70, seconds: 0.12, level: 0.4 }],
    bursts: [{ filter: 'bandpass', hz: 1500, to: 420, q: 0.8, attack: 0.02, seconds: 0.55, level: 0.7 }],
  },
  murmur: {
    bursts: [
      { filter: 'bandpass', hz: 310, to: 260, q: 3, attack: 0.4, seconds: 1.6, level: 0.5 },
      { filter: 'bandpass', hz: 540, to: 470, q: 4, after: 0.15, attack: 0.5, seconds: 1.3, level: 0.3 },
    ],
  },
};

const NEARLY_NOTHING = 0.0001;
const ATTACK = 0.002;
const NOISE_SECONDS = 2;

/** White noise from a fixed seed, so that it is the same each time. */
export function makeNoise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.round(context.sampleRate * NOISE_SECONDS), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[i] = state / 2 ** 31 - 1;
  }
  return buffer;
}

/** A gain node with attack and decay. */
function envelope(
  context: BaseAudioContext,
  out: AudioNode,
  at: number,
  attack: number,
  seconds: number,
  level: number,
): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(NEARLY_NOTHING, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(level, NEARLY_NOTHING), at + attack);
  gain.gain.exponentialRampToValueAtTime(NEARLY_NOTHING, at + seconds);
  gain.connect(out);
  return gain;
}

function startTone(
  context: BaseAudioContext,
  out: AudioNode,
  at: number,
  tone: Tone,
): AudioScheduledSourceNode {
  const oscillator = context.createOscillator();
  oscillator.type = tone.wave ?? 'sine';
  oscillator.frequency.setValueAtTime(tone.hz, at);
  if (tone.to) oscillator.frequency.exponentialRampToValueAtTime(tone.to, at + tone.seconds);
  oscillator.connect(envelope(context, out, at, ATTACK, tone.seconds, tone.level));
  oscillator.start(at);
  oscillator.stop(at + tone.seconds);
  return oscillator;
}

function startBurst(
  context: BaseAudioContext,
  out: AudioNode,
  noise: AudioBuffer,
  begin: number,
  burst: Burst,
): AudioScheduledSourceNode {
  const at = begin + (burst.after ?? 0);
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = burst.filter;
  filter.Q.setValueAtTime(burst.q ?? 1, at);
  filter.frequency.setValueAtTime(burst.hz, at);
  if (burst.to) filter.frequency.exponentialRampToValueAtTime(burst.to, at + burst.seconds);
  source.connect(filter);
  filter.connect(envelope(context, out, at, burst.attack ?? ATTACK, burst.seconds, burst.level));
  source.start(at);
  source.stop(at + burst.seconds);
  return source;
}

/** Starts a sound; returns its sources and its end time. */
export function startSound(
  context: BaseAudioContext,
  out: AudioNode,
  noise: AudioBuffer,
  name: SoundName,
  at: number,
): { sources: AudioScheduledSourceNode[]; end: number } {
  const { tones = [], bursts = [] } = RECIPES[name];
  const sources = [
    ...tones.map((tone) => startTone(context, out, at, tone)),
    ...bursts.map((burst) => startBurst(context, out, noise, at, burst)),
  ];
  const end =
    at +
    Math.max(
      ...tones.map((tone) => tone.seconds),
      ...bursts.map((burst) => (burst.after ?? 0) + burst.seconds),
    );
  return { sources, end };
}
