// What is heard at the table. Browsers let a page sound only after somebody has touched it, and so do we:
// before the first tap there is no audio context. Three sliders, kept on this device, and few voices.
import { signal, type Signal } from '@preact/signals';
import { CAUSES, loudnessOf } from './causes';
import { channelOf, makeNoise, startSound, type Channel, type SoundName } from './recipes';

export const CHANNELS: readonly Channel[] = ['things', 'bell', 'murmur'];
/** The words above the sliders, and beside each. */
export const TITLE = 'page.sound';
export const LABELS: Record<Channel, string> = {
  things: 'page.sound.things',
  bell: 'page.sound.bell',
  murmur: 'page.sound.murmur',
};

const FIRST_LEVELS: Record<Channel, number> = { things: 0.7, bell: 0.8, murmur: 0.3 };
const VOICES = 8;
/** Between sounds of one step, in seconds; and so often one sound is heard in it. */
const APART = 0.07;
const ALIKE = 3;
/** Quieter than this is not heard. */
const SILENCE = 0.005;

export type Kept = Pick<Storage, 'getItem' | 'setItem'>;
export type Heard = { key: string; args?: Record<string, unknown> };
type Voice = { gain: GainNode; sources: AudioScheduledSourceNode[]; end: number };

function readLevel(kept: Kept, channel: Channel): number {
  const level = parseFloat(kept.getItem(`sound.${channel}`) ?? '');
  return level >= 0 && level <= 1 ? level : FIRST_LEVELS[channel];
}

export class Sound {
  /** From 0 to 1. */
  readonly levels: Record<Channel, Signal<number>>;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private voices: Voice[] = [];

  constructor(
    private readonly kept: Kept,
    private readonly makeContext: () => AudioContext,
  ) {
    this.levels = {
      things: signal(readLevel(kept, 'things')),
      bell: signal(readLevel(kept, 'bell')),
      murmur: signal(readLevel(kept, 'murmur')),
    };
  }

  setLevel(channel: Channel, level: number): void {
    this.levels[channel].value = Math.min(1, Math.max(0, level));
    this.kept.setItem(`sound.${channel}`, String(this.levels[channel].value));
  }

  /** Call it in the handler of each tap and key: the first one opens the context, later ones wake it up. */
  wake(): void {
    this.context ??= this.makeContext();
    this.noise ??= makeNoise(this.context);
    if (this.context.state === 'suspended') void this.context.resume();
  }

  /** What happened in one step, in order: heard a little apart. Events without a sound are silent. */
  hear(events: readonly Heard[]): void {
    const counts = new Map<SoundName, number>();
    let later = 0;
    for (const { key, args = {} } of events) {
      const name = CAUSES[key];
      const count = name ? counts.get(name) ?? 0 : ALIKE;
      if (!name || count >= ALIKE) continue;
      counts.set(name, count + 1);
      if (this.play(name, loudnessOf(key, args), later)) later += APART;
    }
  }

  /** One blow of an event that goes on for a while, such as a throw, as loud as it is hard (0 to 1). */
  strike(key: string, loudness: number): void {
    const name = CAUSES[key];
    if (name) this.play(name, loudness, 0);
  }

  private play(name: SoundName, loudness: number, later: number): boolean {
    const level = this.levels[channelOf(name)].value * loudness;
    if (!this.context || !this.noise || level < SILENCE) return false;
    const now = this.context.currentTime;
    this.makeRoom(now);
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(level, now);
    gain.connect(this.context.destination);
    this.voices.push({ gain, ...startSound(this.context, gain, this.noise, name, now + later) });
    return true;
  }

  /** Voices that have ended go, and of those that sound the oldest if there are too many. */
  private makeRoom(now: number): void {
    const ended = this.voices.filter((voice) => voice.end <= now);
    this.voices = this.voices.filter((voice) => voice.end > now);
    for (const voice of ended.concat(this.voices.splice(0, Math.max(0, this.voices.length - VOICES + 1)))) {
      for (const source of voice.sources) source.stop(now);
      voice.gain.disconnect();
    }
  }
}
