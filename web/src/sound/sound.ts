// Plays the sounds of a table. Browsers allow sound only after a user gesture, so the audio context is
// created with the first tap or key. There are three volume levels, stored on this device, and a limited
// number of voices.
import { signal, type Signal } from '@preact/signals';
import { CAUSES, loudnessOf } from './causes';
import { channelOf, makeNoise, startSound, type Channel, type SoundName } from './recipes';

export const CHANNELS: readonly Channel[] = ['things', 'bell', 'murmur'];
/** Message keys of the sliders' title and labels. */
export const TITLE = 'page.sound';
export const LABELS: Record<Channel, string> = {
  things: 'page.sound.things',
  bell: 'page.sound.bell',
  murmur: 'page.sound.murmur',
};

const FIRST_LEVELS: Record<Channel, number> = { things: 0.7, bell: 0.8, murmur: 0.3 };
const VOICES = 8;
/** Seconds between the sounds of one step, and how often the same sound is played in it. */
const APART = 0.07;
const ALIKE = 3;
/** Quieter sounds are not played. */
const SILENCE = 0.005;

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>;
export type Heard = { key: string; args?: Record<string, unknown> };
type Voice = { gain: GainNode; sources: AudioScheduledSourceNode[]; end: number };

function readLevel(store: KeyValueStore, channel: Channel): number {
  const level = parseFloat(store.getItem(`sound.${channel}`) ?? '');
  return level >= 0 && level <= 1 ? level : FIRST_LEVELS[channel];
}

export class Sound {
  /** Volume by channel, from 0 to 1. */
  readonly levels: Record<Channel, Signal<number>>;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private voices: Voice[] = [];

  constructor(
    private readonly store: KeyValueStore,
    private readonly makeContext: () => AudioContext,
  ) {
    this.levels = {
      things: signal(readLevel(store, 'things')),
      bell: signal(readLevel(store, 'bell')),
      murmur: signal(readLevel(store, 'murmur')),
    };
  }

  setLevel(channel: Channel, level: number): void {
    this.levels[channel].value = Math.min(1, Math.max(0, level));
    this.store.setItem(`sound.${channel}`, String(this.levels[channel].value));
  }

  /** Call it in the handler of each tap and key: the first call creates the context, later ones resume it. */
  wake(): void {
    this.context ??= this.makeContext();
    this.noise ??= makeNoise(this.context);
    if (this.context.state === 'suspended') void this.context.resume();
  }

  /** Plays the sounds of one step's events in order, a little apart. */
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

  /** Plays one impact of an event that lasts, such as a throw; `loudness` is from 0 to 1. */
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

  /** Removes voices that have ended, and the oldest ones if there are too many. */
  private makeRoom(now: number): void {
    const ended = this.voices.filter((voice) => voice.end <= now);
    this.voices = this.voices.filter((voice) => voice.end > now);
    for (const voice of ended.concat(this.voices.splice(0, Math.max(0, this.voices.length - VOICES + 1)))) {
      for (const source of voice.sources) source.stop(now);
      voice.gain.disconnect();
    }
  }
}
