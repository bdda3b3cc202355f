// Connects pointers, keys and gamepads with the hand, and the hand with the picture and the server.
import { useEffect } from 'preact/hooks';
import { type Device, type Input, notchesOf, type HandCommand, type Zone } from '../../../hand/input';
import { handMessage } from '../../../table/session';
import { followSession } from '../../../common/session';
import { showError, connection } from '../../../common/state';
import { Refusal } from '../../../wire/connection';
import type { At } from '../screen';
import { byNumbers, Helm, helm } from './helm';
import type { Picture } from './picture';
import { areaOf, kitOf, seenOf } from './view';

const PERIOD = 16;
const HOLD_KEYS = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Shift',
  ' ',
  'w',
  's',
  'a',
  'd',
  'q',
  'e',
  'r',
  'v',
]);
const CATCH_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Tab']);
const RADIAN = Math.PI / 180;

export const isMine = (at: At): boolean => at.sim !== null && at.sim.seat === at.reader && !at.isTelevision;

/** Whether a key steers now. Space on a button presses that button. */
export function steersWith(
  own: Helm,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isOnButton: boolean,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.key === ' ' && isOnButton)) return false;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (own.held.value !== null) return HOLD_KEYS.has(key);
  return own.isOpen.value && CATCH_KEYS.has(key);
}

/** The camera's orbit around the held piece. */
class Around {
  private view = 0;
  private yaw = 0;
  private pitch = 0;

  constructor(private readonly picture: Picture) {}

  take(command: Extract<HandCommand, { t: 'look' | 'view' }>): void {
    if (command.t === 'view') {
      this.view = (this.view + 1) % Math.max(1, this.picture.orbits.length);
      const orbit = this.picture.orbits[this.view];
      [this.yaw, this.pitch] = orbit ? [orbit.yaw, orbit.pitch] : [0, 0];
    } else {
      this.yaw += command.around * RADIAN;
      this.pitch = Math.min(1.2, Math.max(-0.4, this.pitch + command.up * RADIAN));
    }
    this.picture.orbit({ yaw: this.yaw, pitch: this.pitch }, command.t === 'view');
  }
}

/** Shows a failed catch request only if the connection failed. A refusal means that it came too late: the
 * piece lies, or is in the water. */
export function showLostConnection(error: unknown): void {
  if (!(error instanceof Refusal) || error.code === 'stopping') showError(error);
}

function readPads(own: Helm, at: number): void {
  const pad = navigator.getGamepads?.().find((one) => one?.mapping === 'standard');
  if (pad)
    own.take({ t: 'pad', axes: [...pad.axes], buttons: pad.buttons.map((button) => button.value), at });
}

function listenToKeys(own: Helm): () => void {
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      return;
    const isDown = event.type === 'keydown';
    if (
      isDown &&
      !steersWith(own, event, target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)
    )
      return;
    own.take({ t: 'key', key: event.key, isDown, shift: event.shiftKey, at: event.timeStamp });
    if (!isDown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const leave = (): void => own.take({ t: 'leave' });
  window.addEventListener('keydown', press, true);
  window.addEventListener('keyup', press, true);
  window.addEventListener('blur', leave);
  return () => {
    window.removeEventListener('keydown', press, true);
    window.removeEventListener('keyup', press, true);
    window.removeEventListener('blur', leave);
  };
}

/** Shows the running session, and steers it if it is this seat's. */
export function useSteering(at: At, picture: Picture | null): void {
  const { sim, table, kit } = at;
  const steers = isMine(at) && !byNumbers.value;
  useEffect(() => {
    if (!sim || !picture) return;
    const send = steers
      ? ({ tick, pose, grip }: { tick: number; pose: Parameters<typeof handMessage>[2]; grip: boolean }) =>
          connection.value?.sendBinary(handMessage(sim.sim, tick, pose, grip))
      : null;
    const own = new Helm(kitOf(kit), sim.hz, picture, send, areaOf(seenOf(at.truth), []));
    helm.value = own;
    const ends = [
      followSession(sim, (frame) => {
        picture.takeFrame(frame);
        own.see(frame, performance.now());
      }),
    ];
    if (steers)
      ends.push(
        listenToKeys(own),
        steer(
          own,
          picture,
          (piece) =>
            void connection.value
              ?.request({ t: 'catch', table, sim: sim.sim, piece })
              .catch(showLostConnection),
        ),
      );
    return () => {
      for (const end of ends) end();
      picture.want(null);
      picture.endSession();
      if (helm.peek() === own) helm.value = null;
    };
  }, [sim?.sim, picture, steers]);
  const refused = at.handRefused;
  useEffect(() => {
    if (refused) helm.peek()?.hearRefusal(refused.key);
  }, [refused]);
}

function steer(own: Helm, picture: Picture, reach: (piece: string) => void): () => void {
  const around = new Around(picture);
  const timer = setInterval(() => {
    const at = performance.now();
    readPads(own, at);
    for (const command of own.advance(at)) {
      const piece = command.t === 'reach' ? own.nextPiece() : null;
      if (command.t !== 'reach') around.take(command);
      else if (piece) reach(piece);
    }
    const target = own.newTarget();
    if (target !== undefined) picture.want(target);
  }, PERIOD);
  return () => {
    clearInterval(timer);
    picture.orbit({ yaw: 0, pitch: 0 });
  };
}

const deviceOf = (event: PointerEvent): Device => (event.pointerType === 'mouse' ? 'mouse' : 'touch');

function take(input: Input): void {
  helm.peek()?.take(input);
}

/** Event handlers for an element that is one of the hand's controls. */
export function pointers(zone: Zone): Record<string, (event: PointerEvent) => void> {
  const end = (event: PointerEvent): void => take({ t: 'up', id: event.pointerId, at: event.timeStamp });
  return {
    onPointerDown: (event) => {
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      const { clientX: x, clientY: y, button } = event;
      take({
        t: 'down',
        id: event.pointerId,
        device: deviceOf(event),
        zone,
        x,
        y,
        at: event.timeStamp,
        button,
        ...(zone === 'wheel' ? { centre: [box.x + box.width / 2, box.y + box.height / 2] } : {}),
      });
    },
    onPointerMove: (event) =>
      take({
        t: 'move',
        id: event.pointerId,
        device: deviceOf(event),
        x: event.clientX,
        y: event.clientY,
        at: event.timeStamp,
      }),
    onPointerUp: end,
    onPointerCancel: (event) => take({ t: 'cancel', id: event.pointerId }),
    onContextMenu: (event) => event.preventDefault(),
  };
}

/** Handles the mouse wheel, which must not scroll the page. */
export function useWheel(element: { current: HTMLElement | null }, isOn: boolean): void {
  useEffect(() => {
    const here = element.current;
    if (!here || !isOn) return;
    const scroll = (event: WheelEvent): void => {
      event.preventDefault();
      take({ t: 'scroll', notches: notchesOf(event), shift: event.shiftKey });
    };
    here.addEventListener('wheel', scroll, { passive: false });
    return () => here.removeEventListener('wheel', scroll);
  }, [isOn]);
}
