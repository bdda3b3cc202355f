// Small illustrations of the three games: ink outlines with flat colours.
import type { ComponentChildren } from 'preact';

const INK = {
  stroke: '#1a100a',
  'stroke-width': 3,
  'stroke-linejoin': 'round',
  'stroke-linecap': 'round',
} as const;

/** A standing barrel, seen from above. */
export function Barrel(props: {
  x: number;
  y: number;
  size?: number;
  text: string;
  dark?: boolean;
  tilt?: number;
}) {
  const { x, y, size = 1, text, dark = false, tilt = 0 } = props;
  return (
    <g transform={`translate(${x} ${y}) rotate(${tilt}) scale(${size})`} {...INK}>
      <path
        d="M-26-38C-36-14-36 14-26 38-10 46 10 46 26 38 36 14 36-14 26-38z"
        fill={dark ? '#4a3426' : '#cf9654'}
      />
      <path
        d="M14-36C24-14 24 14 14 42 20 41 24 39 26 38 36 14 36-14 26-38z"
        fill="#1a100a"
        opacity=".16"
        stroke="none"
      />
      <path
        d="M-12-40C-16-14-16 14-12 42M12-40C16-14 16 14 12 42"
        fill="none"
        stroke-width="2"
        stroke-opacity=".5"
      />
      <path
        d="M-31-19C-14-10 14-10 31-19M-31 17C-14 26 14 26 31 17"
        fill="none"
        stroke={dark ? '#b98a3a' : '#3a2a20'}
        stroke-width="7"
      />
      <ellipse cx="0" cy="-38" rx="26" ry="11" fill={dark ? '#5b4030' : '#f3dcae'} />
      <text
        class="scene-number"
        x="0"
        y="-25"
        text-anchor="middle"
        fill={dark ? '#ffdf9a' : '#23140b'}
        stroke="none"
        transform="matrix(1 0 0 .72 0 -13)"
      >
        {text}
      </text>
    </g>
  );
}

function Lantern(props: { x: number }) {
  return (
    <g transform={`translate(${props.x} 0)`} {...INK}>
      <path d="M0 0v6M-9 6h18l6 6v26l-6 6H-9l-6-6V12z" fill="#ffd98a" />
      <path d="M-15 14h30M-6 8l-3 34M6 8l3 34" fill="none" stroke-width="2" />
    </g>
  );
}

function TableTop(props: { top: string; rim: string }) {
  return (
    <>
      <ellipse cx="190" cy="197" rx="186" ry="62" fill={props.rim} {...INK} />
      <ellipse cx="190" cy="185" rx="186" ry="60" fill={props.top} {...INK} />
      <path
        d="M24 171C120 151 260 151 356 173M14 193C120 177 270 179 368 197M46 215C140 205 240 207 330 217"
        fill="none"
        stroke="#3a2110"
        stroke-opacity=".5"
        stroke-width="2"
      />
    </>
  );
}

function Glow(props: { name: string; colour: string }) {
  return (
    <>
      <defs>
        <radialGradient id={props.name} cx=".5" cy=".3" r=".75">
          <stop offset="0" stop-color={props.colour} stop-opacity=".95" />
          <stop offset="1" stop-color={props.colour} stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width="380" height="240" fill={`url(#${props.name})`} />
    </>
  );
}

function Picture(props: { children: ComponentChildren; base: string }) {
  return (
    <svg
      class="scene"
      viewBox="0 0 380 240"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="380" height="240" fill={props.base} />
      {props.children}
    </svg>
  );
}

function Foam(props: { x: number; y: number; size: number; beer: string }) {
  return (
    <g transform={`translate(${props.x} ${props.y}) scale(${props.size})`} {...INK}>
      <path d="M24-22h12a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8H22" fill="none" stroke-width="6" />
      <path d="M-22-36l5 64h36l5-64z" fill={props.beer} />
      <path d="M-8-22l3 42M8-22l-2 42" fill="none" stroke-width="2" stroke-opacity=".35" />
      <path
        d="M-25-32c-10-14 6-26 15-19 5-14 27-12 27 1 14-4 19 12 8 20-6 6-12-2-18 3s-12 2-16-2-10 4-16-3z"
        fill="#fff6df"
      />
    </g>
  );
}

function Barrels() {
  return (
    <Picture base="#4a2a12">
      <Glow name="glow-barrels" colour="#c0762a" />
      <path d="M0 26h380M0 84h380M0 136h380" stroke="#2a1509" stroke-opacity=".55" stroke-width="3" />
      <Lantern x={66} />
      <TableTop top="#7a4d2b" rim="#5d391f" />
      <ellipse cx="204" cy="190" rx="120" ry="37" fill="#f0ddb2" {...INK} />
      <ellipse cx="204" cy="190" rx="104" ry="30" fill="none" stroke="#a9432a" stroke-width="4" />
      <Foam x={64} y={158} size={1} beer="#dc9a2c" />
      <Barrel x={146} y={166} text="9" />
      <Barrel x={208} y={176} text="7" />
      <Barrel x={256} y={138} text="×2" dark size={0.92} />
      <g transform="translate(290 186) rotate(76)"><Barrel x={0} y={0} text="" size={0.9} /></g>
    </Picture>
  );
}

function Dragon() {
  return (
    <path
      transform="translate(155 83) scale(1.12)"
      fill="none"
      stroke="#e8c87e"
      stroke-width="2.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      d="M12 59C8 44 12 31 23 23L18 9l13 9c4-1 8-1 11 1l12 6c5 3 5 8 1 9l-13 1 7 6c-4 5-10 5-14 2-5 6-4 11-2 16M13 47l-8-3 7-6-6-6 9-2-3-8M33 26l6 2M55 34c4 2 4 7 0 8s-3 6 1 8"
    />
  );
}

function Tavern() {
  return (
    <Picture base="#241b38">
      <Glow name="glow-tavern" colour="#6a5a9e" />
      <Lantern x={318} />
      <TableTop top="#6a4327" rim="#4d301c" />
      <g {...INK}>
        <g transform="rotate(-14 128 130)">
          <rect x="92" y="72" width="76" height="108" rx="8" fill="#f4ead2" />
          <path d="M92 92V80a8 8 0 0 1 8-8h60a8 8 0 0 1 8 8v12z" fill="#a8452a" />
        </g>
        <g transform="rotate(12 252 130)">
          <rect x="214" y="72" width="76" height="108" rx="8" fill="#f4ead2" />
          <path d="M214 92V80a8 8 0 0 1 8-8h60a8 8 0 0 1 8 8v12z" fill="#2f6073" />
        </g>
        <rect x="150" y="60" width="82" height="118" rx="9" fill="#274c5e" />
        <rect x="157" y="67" width="68" height="104" rx="5" fill="none" stroke="#d9a441" stroke-width="2" />
      </g>
      <Dragon />
      <g {...INK}>
        <ellipse cx="290" cy="190" rx="19" ry="8" fill="#d9a441" />
        <ellipse cx="290" cy="183" rx="19" ry="8" fill="#efc566" />
        <ellipse cx="318" cy="196" rx="19" ry="8" fill="#efc566" />
        <ellipse cx="60" cy="196" rx="19" ry="8" fill="#efc566" />
      </g>
      <Foam x={94} y={170} size={0.78} beer="#7fa0a8" />
    </Picture>
  );
}

function Ship() {
  return (
    <Picture base="#15323f">
      <Glow name="glow-ship" colour="#35788a" />
      <circle cx="314" cy="38" r="28" fill="#f6e2ae" {...INK} />
      <path
        d="M60 22l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM232 14l1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.5z"
        fill="#f6e2ae"
      />
      <path
        d="M-10 190C30 172 60 206 100 190S170 172 210 190 290 206 330 188 380 190 400 186V250H-10z"
        fill="#2a6076"
        {...INK}
      />
      <g transform="rotate(-5 190 170)" {...INK}>
        <path d="M100 158h176l-22 42H128z" fill="#8d5a33" />
        <path d="M106 172h164" stroke="#3d2110" />
        <path d="M184 28h10v132h-10z" fill="#a06f40" />
        <circle cx="189" cy="26" r="7" fill="#d3a043" />
        <path d="M196 22q18 8 38 0l-8 12 9 12q-18 6-39-2z" fill="#b2492f" />
        <g transform="rotate(3 189 66)">
          <path d="M130 60h118v9H130z" fill="#d9ae74" />
          <path d="M142 46h26v14h-26z" fill="#d3a043" />
          <path d="M214 42c12 0 16 5 16 18h-20c-2-8-2-14 4-18z" fill="#7d5a86" />
        </g>
        <g transform="rotate(-4 189 100)">
          <path d="M116 96h146v9H116z" fill="#d9ae74" />
          <path d="M122 72l4 24h18l4-24z" fill="#cf9654" />
          <path d="M220 90l10-14h8l10 14v6h-28z" fill="#73904b" />
        </g>
        <g transform="rotate(2 189 134)">
          <path d="M104 129h170v10H104z" fill="#d9ae74" />
          <path d="M116 108h34v21h-34zM116 118h34" fill="#4a3224" />
          <path d="M210 121h58v8h-58z" fill="#ecd2a2" />
        </g>
      </g>
      <path
        d="M-10 212C30 196 56 226 96 212S176 198 212 214 290 224 330 210 380 214 400 208V250H-10z"
        fill="#1f4a5c"
        {...INK}
      />
    </Picture>
  );
}

const SCENES: Record<string, () => ReturnType<typeof Barrels>> = {
  polterfass: Barrels,
  riffraff: Ship,
  drachen: Tavern,
};

/** The illustration of a game; a game without one gets a lamp. */
export function Scene(props: { game: string }) {
  const Drawn = SCENES[props.game];
  return Drawn ? (
    <Drawn />
  ) : (
    <Picture base="#2a190f">
      <Glow name="glow-none" colour="#c0762a" />
      <Lantern x={190} />
    </Picture>
  );
}
